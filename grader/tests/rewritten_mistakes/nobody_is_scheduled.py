"""The future is marked done, and that is all."""

MISTAKE = "set_result_only_marks_done"


class Future:
    def set_result(self):
        self.done = True
