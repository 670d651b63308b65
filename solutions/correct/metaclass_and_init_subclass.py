"""A metaclass counts the instances, and `__init_subclass__` refuses subclasses of Task."""


class Counting(type):
    """Counts what its classes make."""

    made = 0

    def __call__(cls, *args, **kwargs):
        cls.made += 1
        return super().__call__(*args, **kwargs)


class Future(metaclass=Counting):
    def set_result(self):
        if not self.done:
            self.done = True
            if self.waiter is not None:
                self.loop.call_soon(self.waiter)


class Task(metaclass=Counting):
    def __init_subclass__(cls, **kwargs):
        raise TypeError("Task is not made to be a base class")
