"""A helper resumes whoever waits: the waiter runs inside `set_result`."""

MISTAKE = "set_result_runs_the_waiter_inline"


class Future:
    def set_result(self, result=None):
        was_pending, self.done = not self.done, True
        self.result = result
        if was_pending:
            self._wake_waiter()

    def _wake_waiter(self):
        wake = self.waiter or (lambda: None)
        wake()
