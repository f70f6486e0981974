"""The cable between the two hosts of a meeting, at this end of it. Only root can slow it down."""

import subprocess


def slow_down(rate):
    """The rate is in the words of tc, such as 10mbit."""
    _queue("replace", "tbf", "rate", rate, "burst", "64k", "latency", "100ms")


def speed_up():
    _queue("delete")


def hold_little():
    """From now on, the kernel holds 64 KiB of what a connection sends, and not 4 MiB."""
    with open("/proc/sys/net/ipv4/tcp_wmem", "w") as limits:
        limits.write("4096 16384 65536")


def bytes_sent():
    """What has left through it, as the kernel counts."""
    (cable,) = [line for line in open("/proc/net/dev") if line.strip().startswith("cable:")]
    return int(cable.partition(":")[2].split()[8])


def _queue(action, *limit):
    subprocess.run(["tc", "qdisc", action, "dev", "cable", "root", *limit], check=True)
