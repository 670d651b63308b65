"""Identifiers in other scripts, in a method whose docstring is longer than the module."""

import heapq


class EventLoop:
    def run_once(self):
        """Ein Durchlauf der Schleife.

        Zuerst die Wecker: jeder, dessen Zeit gekommen ist, verläßt den Haufen in der Reihenfolge der Fristen.
        Danach genau die Aufrufe, die jetzt bereitstehen: was sie ihrerseits anmelden, wartet auf den nächsten Durchlauf.
        もしキューが空でタイマーも期限前なら、何もしない。时钟不动。Только работа двигает часы. ⏰ ≠ ⌛

        +---------+      +----------+
        | Haufen  | ---> | Schlange | ---> läuft
        +---------+      +----------+
        """
        läuft_bis = self.clock
        πρώτος = 0
        while self.timers and self.timers[πρώτος][πρώτος] <= läuft_bis:
            _, _, 目覚まし = heapq.heappop(self.timers)
            目覚まし.expired_at = läuft_bis
            self.ready.append(目覚まし.callback)
        größe = len(self.ready)
        for _ in range(größe):
            self.ready.popleft()()
