import System
import TestSupport
import Testing

/// The real program under faults of the real kernel and of real file systems. The scripts beside
/// this file do the work; they say how to run them by hand.
@Suite("Faults of system calls and file systems")
struct FaultTests {
  private static let isRoot = Machine.user == 0

  @Test(
    "Death or an error at any call that writes, syncs, locks, renames or removes loses nothing",
    .enabled(if: Tools.are("strace", "python3", "cc"), "strace, python3 or cc is missing"))
  func injections() throws { try run("injections") }

  @Test(
    "A chat that dies at any call loses no message, and sends none twice",
    .enabled(if: Tools.are("python3", "cc"), "python3 or cc is missing"))
  func chats() throws { try run("chats") }

  @Test(
    "Full, read-only and lost disks end in a clean error; restored vaults send nothing",
    .enabled(if: isRoot, "needs root: file systems are mounted"),
    .enabled(if: Tools.are("python3", "unshare", "losetup"), "python3 or util-linux is missing"))
  func disks() throws { try run("disks") }

  @Test(
    "Nothing of spent chunks, forgotten pads or old states is left on the raw device",
    .enabled(if: isRoot, "needs root: file systems are mounted"),
    .enabled(if: Tools.are("python3", "unshare", "losetup"), "python3 or util-linux is missing"))
  func remnants() throws { try run("remnants") }

  @Test(
    "Text and pad are only in locked memory, are gone from it after use, and in no core dump",
    .enabled(if: isRoot, "needs root: other processes' memory is read"),
    .enabled(if: Tools.are("strace", "python3"), "strace or python3 is missing"))
  func memory() throws { try run("memory") }

  /// Reports the script's figures as the test's.
  private func run(_ script: String) throws {
    let path = "\(Fixtures.root)/Tests/FaultTests/\(script)"
    let outcome = try Program(path).run(["\(Program.buildDirectory)/vernam"])
    for line in outcome.text.split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 2).map(String.init)
      switch parts.count {
      case 3 where !line.hasPrefix(" "): Figures.report(parts[0] + ", " + parts[1], parts[2])
      case 2 where !line.contains("SEED"): Figures.report(parts[0], parts[1])
      default: print(line)
      }
    }
    #expect(outcome.status == 0, "\(outcome.lastFirst)")
  }
}
