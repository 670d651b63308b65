"""The line that marks the future done was forgotten."""

MISTAKE = "set_result_leaves_the_future_pending"


class Future:
    def set_result(self):
        waiter = self.waiter
        if waiter:
            self.loop.call_soon(waiter)
