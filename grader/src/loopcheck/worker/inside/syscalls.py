"""System calls that a child may make, by name, with their numbers on each architecture that we know.

What must stay true: nothing in ALLOWED starts a process or a program, opens a socket, changes a file or another process,
or outlives the child. What needs a look at its arguments is in CONDITIONAL. The numbers are those of Linux's own headers
(`asm/unistd_64.h`, `asm-generic/unistd.h`), "-" where an architecture has no such call.
"""

from __future__ import annotations

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""By `os.uname().machine`: the column in the tables, and what Linux calls the architecture (AUDIT_ARCH_…)."""

SECCOMP = (317, 277)
"""The number of `seccomp` itself, in each column."""

ALLOWED = {
    "memory": """
        mmap 9 222, munmap 11 215, mprotect 10 226, mremap 25 216, madvise 28 233, brk 12 214, membarrier 324 283
    """,
    "threads": """
        futex 202 98, futex_waitv 449 449, set_robust_list 273 99, get_robust_list 274 100, rseq 334 293, gettid 186 178,
        set_tid_address 218 96, sched_yield 24 124, sched_getaffinity 204 123, sched_getparam 143 121,
        sched_getscheduler 145 120, sched_get_priority_max 146 125, sched_get_priority_min 147 126,
        sched_rr_get_interval 148 127, exit 60 93, exit_group 231 94, restart_syscall 219 128, arch_prctl 158 -,
        getcpu 309 168
    """,
    "time": """
        clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115, nanosleep 35 101, gettimeofday 96 169,
        time 201 -, times 100 153, getitimer 36 102, setitimer 38 103, alarm 37 -
    """,
    "descriptors that are there": """
        read 0 63, readv 19 65, pread64 17 67, preadv 295 69, write 1 64, writev 20 66, close 3 57, close_range 436 436,
        lseek 8 62, dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, poll 7 -, ppoll 271 73, select 23 -,
        pselect6 270 72, epoll_create 213 -, epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22,
        eventfd2 290 19, shutdown 48 210, getsockopt 55 209, getsockname 51 204,
        getpeername 52 205
    """,
    "looking at files": """
        fstat 5 80, stat 4 -, lstat 6 -, newfstatat 262 79, statx 332 291, access 21 -, faccessat 269 48,
        faccessat2 439 439, getdents 78 -, getdents64 217 61, getcwd 79 17, readlink 89 -, readlinkat 267 78,
        fadvise64 221 223, statfs 137 43, fstatfs 138 44, chdir 80 49, fchdir 81 50, umask 95 166
    """,
    "own signals": """
        rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136, rt_sigtimedwait 128 137,
        rt_sigsuspend 130 133, sigaltstack 131 132, pause 34 -
    """,
    "asking who and where": """
        getpid 39 172, getppid 110 173, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177, getresuid 118 148,
        getresgid 120 150, getgroups 115 158, getpgrp 111 -, getpgid 121 155, getsid 124 156, capget 125 90,
        getrlimit 97 163, setrlimit 160 164, getrusage 98 165, getpriority 140 141, uname 63 160, sysinfo 99 179,
        getrandom 318 278
    """,
}

CONDITIONAL = """
    clone 56 220, clone3 435 435, open 2 -, openat 257 56, fcntl 72 25, ioctl 16 29, prctl 157 167, prlimit64 302 261,
    kill 62 129, tgkill 234 131, tkill 200 130, sendto 44 206, recvfrom 45 207
"""


def numbers(table: str, column: int) -> dict[str, int]:
    """The calls of one table that this architecture has: name -> number."""
    found = {}
    for entry in table.split(","):
        name, *columns = entry.split()
        if columns[column] != "-":
            found[name] = int(columns[column])
    return found
