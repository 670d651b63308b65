from fibonacci import fib_iterative, fib_recursive


def test_both_agree():
    for n in range(15):
        assert fib_iterative(n) == fib_recursive(n)
