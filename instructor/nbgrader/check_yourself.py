# %% [markdown] grade_id="intro" locked=true
# # Check yourself
#
# You have built an event loop. Now see whether you can say what it does *before* it does it.
#
# - **Type your student id** into the next cell, and run it. It gives you numbers of your own: nobody else's answers fit them.
# - Each question has a cell for your answer: the first line prints your numbers, and you put your answer into the variable
#   below it, instead of `None`. Work on paper, or let Python work: `mini_asyncio`, *your* loop, is there to be asked,
#   `timeline` draws what it did, and you may add cells of your own.
# - Two **practice** questions say at once whether you are right. The others are marked later, with an explanation that uses
#   your own numbers. Many of them give partial credit.
# - When your notebook is marked, its cells run from top to bottom with nothing but Python itself, `mini_asyncio` and
#   `timeline`. The last cell of the notebook, and `python -m pytest`, tell which answers are still missing or have another
#   form than expected.
#
# All times are whole milliseconds on the loop's own clock.

# %% nbgrader={"grade_id": "student", "solution": true}
STUDENT_ID = ""  # your student id, between the quotes
### BEGIN SOLUTION
STUDENT_ID = "instructor"
### END SOLUTION

# %% support="quiz"

# %% [markdown] grade_id="stamps" locked=true
# ## Four stamps
#
# A delivery has four stamps. **asked for**: the deadline. **expired**: a pass of the loop found the timer due. **fired**: the
# timer's callback ran. **ran**: the task itself got the CPU. This is a heartbeat that asked for 1000 ms, beside a hog that burns
# 200 ms between yields:
#
# ![The hog burns 200 ms at a time, pass after pass. The heartbeat asked for 1000. The timer expires at 1000, fires at 1200
# behind the hog's sixth burn, and the heartbeat runs at 1400, behind its seventh.](attachment:four_stamps.svg)

# %% question="first_wake"

# %% question="third_wake"

# %% question="three_gaps"

# %% question="hog_first"

# %% [markdown] grade_id="closed_form" locked=true
# ## The closed form, and where it ends
#
# `period = (P / R, rounded up, + h) * R`, with P asked for, R the cost of one pass, h the hops. It holds for endless hogs that
# always burn the same chunk, beside heartbeats that do no work.

# %% question="steady_period"

# %% question="largest_chunk"

# %% question="working_heartbeat"

# %% question="varying_hog"

# %% [markdown] grade_id="hops" locked=true
# ## Hops
#
# A hop is one trip through the ready queue, on the way from the timer's callback to the task.

# %% question="unknown_wait"

# %% question="burns_between"

# %% question="inline_waiter"

# %% [markdown] grade_id="passes" locked=true
# ## One pass
#
# A pass runs the callbacks that were ready when it began, and no others.

# %% question="third_pass"

# %% question="drained_first_wake"

# %% question="why_late"

# %% [markdown] grade_id="timers" locked=true
# ## Timers in their place

# %% question="timers_first"

# %% question="due_order"

# %% question="review_drain"

# %% [markdown] grade_id="boundary" locked=true
# ## The only lever is R

# %% question="chopped"

# %% question="unequal_hogs"

# %% question="worst_unwarned"

# %% question="no_warning"

# %% [markdown] grade_id="coroutines" locked=true
# ## Coroutines
#
# From here on it is Python's own `async` and `await`. In a notebook, write `await main()` where a program has
# `asyncio.run(main())`: a notebook has a loop that runs already.

# %% question="send_and_return"

# %% question="direct_or_task"

# %% question="lines_printed"

# %% question="soon_or_later"

# %% question="fairness"

# %% question="ticks_and_overlap"

# %% [markdown] grade_id="end" locked=true
# ## Before you hand it in
#
# Restart the kernel, run all cells, and look at what the next cell says.

# %% support="overview"
