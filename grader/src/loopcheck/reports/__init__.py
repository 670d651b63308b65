"""Reports: what people read about a run.

Every report is made from the one result model, `loopcheck.results`, and from nothing else: no report knows how grading
works. What must stay true: text that a student controls passes through `safe_text` before it reaches a page, a cell or
a terminal, and the same run gives the same bytes.
"""
