"""Assignment 3: Fibonacci, recursive and iterative."""


def fib_recursive(n):
    if n < 2:
        return n
    return fib_recursive(n - 1) + fib_recursive(n - 2)


def fib_iterative(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


if __name__ == "__main__":
    for i in range(20):
        print(i, fib_recursive(i), fib_iterative(i))
