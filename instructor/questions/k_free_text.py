"""Questions that a person marks, each with its mark scheme."""

from __future__ import annotations

from loopcheck.quiz.question import FreeText

WHY_LATE = FreeText(
    id="why_late",
    title="Explain it to a colleague",
    points=4,
    prompt="""\
A colleague shows you a trace: each timer expires on the millisecond, and still the task runs 400 ms late, every time. "So the
timers are broken", he says. Answer in five to eight sentences. Say where the time goes, stamp by stamp, who makes the task
late, and what the loop did promise.""",
    scheme="""\
- 1 point: names the four stamps and puts the lateness into the two gaps *after* expiry; the heap was on time.
- 1 point: says that the callback waits behind ready work (the hog) and why: no preemption, first in, first out.
- 1 point: says that a `sleep` waits behind it once more, because a future schedules its waiter instead of running it.
- 1 point: a timer promises "not before", never "at"; the neighbour's chunk decides, so the cure is there.
- Half a point less for "expiry is always punctual": it is so only where passes begin on the deadline.""",
)

SMALLER_CHUNKS = FreeText(
    id="smaller_chunks",
    title="A promise to a customer",
    points=3,
    prompt="""\
A customer asks for a heartbeat that is never late. The team's answer: "We chop the hog's work finer, then the problem is gone."
What is right about this answer, what is not, and what would you promise the customer instead? Use numbers of your own.""",
    scheme="""\
- 1 point: finer chunks shrink R and with it the lateness, with an example that is computed correctly.
- 1 point: the lateness never becomes 0 while anybody burns: at least two passes for a `sleep`; and what adds up is the sum
  of all hogs, so many small ones do the same harm.
- 1 point: promises a bound (from P, R and the hops), or moves the work out of the loop (thread, process).""",
)

REVIEW_DRAIN = FreeText(
    id="review_drain",
    title="A review",
    points=3,
    prompt="""\
You review a change to `run_once`: *"Why count? I run callbacks `while self.ready`, which is simpler, and all my tests pass."*
Write the review: what goes wrong, with which tasks, what the smallest test is that fails, and why his tests passed.""",
    scheme="""\
- 1 point: what is queued during the pass runs in the same pass, so timers are not looked at; with a task that always queues
  itself again the pass never ends.
- 1 point: a test: an endless hog alone (never returns), or a *finite* hog beside a timer, whose first wake is late by all of the
  hog's work (detectable without a timeout).
- 1 point: his tests had no task that queues itself again, or none that did so while a timer was due.""",
)

NO_WARNING = FreeText(
    id="no_warning",
    title="Nothing in the log",
    points=3,
    prompt="""\
Debug mode is on and the log is empty: no callback took 100 ms. The heartbeat is 200 ms late all the same. Explain how that can
be, and propose a measurement that would find the cause.""",
    scheme="""\
- 1 point: the warning looks at single callbacks; what delays the heartbeat is the sum over a pass, paid several times per wake.
- 1 point: an example with numbers: one hog of just under 100 ms, or several small ones.
- 1 point: measures what matters: the time from deadline to run of a probe task, or burns per tick, or the length of a pass.""",
)

QUESTIONS = (WHY_LATE, SMALLER_CHUNKS, REVIEW_DRAIN, NO_WARNING)
