"""What runs on the other side of the wall: the zygote, and the children in which a submission is imported.

What must stay true: standard library only (the interpreter is started without site-packages), the zygote never runs or
holds a submission, and no child knows an expected value or a solution.
"""
