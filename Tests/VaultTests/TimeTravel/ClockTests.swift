import System
import TestSupport
import Testing

@Suite("No clock decides about a pad")
struct ClockTests {
  /// Functions that a program which reads a clock has to link with.
  private static let calls: Set<Substring> = [
    "clock", "clock_gettime", "ftime", "gettimeofday", "localtime", "localtime_r", "time",
    "timespec_get",
  ]

  @Test(
    "No code that decides about a pad calls one", arguments: ["Vault", "Codec", "Pad", "System"])
  func none(_ module: String) throws {
    #expect(try clocks(in: module) == [])
  }

  @Test(
    "No code that talks reads the time of day, which may be set", arguments: ["Exchange", "Link"])
  func noTimeOfDay(_ module: String) throws {
    let found = try clocks(in: module)
    #expect(found.filter { !$0.contains("Clock") || $0.contains("UTCClock") } == [])
  }

  @Test("The control: a module that measures the cost of a passphrase is found")
  func control() throws { #expect(try !clocks(in: "Primitives").isEmpty) }

  /// The clocks that the objects of a module refer to.
  private func clocks(in module: String) throws -> [Substring] {
    let directory = "\(Program.buildDirectory)/\(module).build"
    let objects = try Disk().list(directory).filter { $0.hasSuffix(".o") }
    try #require(!objects.isEmpty)
    let outcome = try Program("nm").run(["-u"] + objects.map { "\(directory)/\($0)" })
    try #require(outcome.status == 0, "\(outcome.errors)")
    let symbols = outcome.text.split(whereSeparator: { $0 == "\n" || $0 == " " })
    return symbols.filter { ClockTests.calls.contains($0) || $0.contains("Clock") }
  }
}
