"""What stands in the queue is an object that knows how to run itself."""

class Handle:
    def __init__(self, callback, args):
        self.callback = callback
        self.args = args

    def run(self):
        self.callback(*self.args)


class Loop:
    def call_soon(self, callback, *args):
        handle = Handle(callback, args)
        self.ready.append(handle)
        return handle

    def call_later(self, delay, callback, *args):
        handle = Handle(callback, args)
        self.armed += 1
        heappush(self.timers, (self.clock + delay, self.armed, handle))
        return handle

    def run_once(self):
        if self.timers and not self.ready and self.timers[0][0] > self.clock:
            self.clock = self.timers[0][0]
        while self.timers and self.timers[0][0] <= self.clock:
            self.ready.append(heappop(self.timers)[-1])
        batch = len(self.ready)
        while batch > 0:
            batch -= 1
            self.ready.popleft().run()
