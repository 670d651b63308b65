"""The question bank of the check-yourself notebook: one module per topic, each with a list QUESTIONS.

To add a question: write a class here (see `loopcheck.quiz.question`), put it into QUESTIONS of its module, and name it in
instructor/nbgrader/check_yourself.py where it is to be asked. `python -m pytest grader/tests/test_quiz_bank.py` tells
whether it is in order.
"""
