"""Private file systems, in image files on loop devices. They are mounted in a mount namespace of
this process alone: however it ends, the kernel unmounts and detaches them."""

import errno
import os
import pathlib
import shutil
import subprocess
import sys

from ends import expect

# XFS refuses to be smaller. The files are sparse.
IMAGE_BYTES = 320 << 20
KINDS = ("ext4", "xfs", "btrfs")


def enter_own_mounts():
    """Restarts the calling script in a mount namespace of its own."""
    if os.environ.get("VERNAM_OWN_MOUNTS") != "1":
        os.environ["VERNAM_OWN_MOUNTS"] = "1"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", "--", *sys.argv])


def missing(kind):
    """Why this kind of file system cannot be used; None if it can."""
    if os.geteuid() != 0:
        return "mounting needs root"
    if not shutil.which(f"mkfs.{kind}"):
        return f"mkfs.{kind} is missing"
    if not os.path.exists("/dev/loop-control"):
        return "there are no loop devices"
    known = pathlib.Path("/proc/filesystems").read_text().split()
    if kind not in known and run("modprobe", kind, is_tried=True):
        return f"this kernel has no {kind}"
    return None


def run(*command, is_tried=False):
    result = subprocess.run([*map(str, command)], capture_output=True, text=True)
    expect(is_tried or result.returncode == 0, *command, "failed:", result.stderr)
    return result.returncode


class Image:
    """A new file system of a kind, mounted."""

    def __init__(self, kind, directory, options="defaults"):
        self.options = options
        self.file = pathlib.Path(directory) / f"{kind}.image"
        self.place = pathlib.Path(directory) / kind
        self.filler = self.place / "filler"
        self.place.mkdir()
        with open(self.file, "wb") as file:
            file.truncate(IMAGE_BYTES)
        # No block is reserved for root.
        run(f"mkfs.{kind}", "-q", *(["-m", "0"] if kind == "ext4" else []), self.file)
        self.mount()

    def mount(self):
        run("mount", "-o", f"loop,{self.options}", self.file, self.place)
        os.chmod(self.place, 0o700)

    def remount(self, options):
        run("mount", "-o", f"remount,{options}", self.place)

    def unmount(self, *options, is_tried=False):
        run("umount", *options, self.place, is_tried=is_tried)

    def cut_off(self):
        """Leaves nothing of the device: from here on no block can be read or written."""
        device = subprocess.run(
            ["losetup", "-n", "-O", "NAME", "-j", self.file], capture_output=True, text=True).stdout
        os.truncate(self.file, 512)
        run("losetup", "--set-capacity", device.strip())

    def fill(self, leaving=0):
        """Leaves no room, or about `leaving` bytes."""
        end = 0
        with open(self.filler, "ab") as file:
            for step in (64 << 20, 4 << 20, 256 << 10, 4096):
                while allocate(file, end, step):
                    end += step
            file.truncate(max(0, end - leaving))
            os.fsync(file.fileno())
        run("sync", "-f", self.place)

    def make_room(self):
        self.filler.unlink()
        run("sync", "-f", self.place)


def allocate(file, start, count):
    try:
        os.posix_fallocate(file.fileno(), start, count)
        return True
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return False
