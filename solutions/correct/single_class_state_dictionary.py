"""All of a task's state is in one dictionary, and the attributes are properties made in a loop."""


class Task:
    def _state(self):
        return self.__dict__.setdefault("_all", {})


for _name in ("deadline", "expired_at", "fired_at"):

    def _get(self, name=_name):
        return self._state().get(name)

    def _set(self, value, name=_name):
        self._state()[name] = value

    setattr(Task, _name, property(_get, _set))
del _name, _get, _set
