"""The hidden suite: pytest checks that compare what probes report with what is right.

What must stay true: expected values are computed or read here, in the trusted process, and nowhere else; no check
accepts a constant, so whoever forges an answer has solved the exercise; a right solution in any style passes.

    test_1_set_result.py … test_5_whole_loop.py   the checks, in the order of the report; a docstring is what the student reads
    asking.py     how a check declares what it asks      judging.py    how it compares
    programs_*.py and schedules.py                       what is asked, drawn from the course's secret seed
    expected.py   the reference's own answers            traces/       the pinned traces of the demo
"""
