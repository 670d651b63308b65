"""The future is marked done, and that is all."""

MISTAKE = "set_result_hides_errors_of_call_soon"


class Future:
    def set_result(self):
        self.done = True
