"""The line that marks the future done was forgotten."""

MISTAKE = "set_result_opens_the_future_again"


class Future:
    def set_result(self):
        waiter = self.waiter
        if waiter:
            self.loop.call_soon(waiter)
