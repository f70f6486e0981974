import Testing

@testable import vernam

@Suite("The progress of material or a transfer")
struct ProgressBarTests {
  @Test(
    "shows the time that is left even on a narrow terminal",
    arguments: [
      (80, "making [#########..........]  50 %, 0:32 left, 32.0 MiB of 64.0 MiB, 1.00 MiB/s"),
      (53, "making  50 %, 0:32 left, 32.0 MiB of 64.0 MiB"),
      (40, "making [######.......]  50 %, 0:32 left"),
      (24, "making  50 %, 0:32 left"),
    ])
  func columns(_ columns: Int, _ expected: String) {
    let bar = ProgressBar("making", isASCII: true)
    let figures = bar.figures(32 << 20, of: 64 << 20, 1 << 20)
    let line = bar.line(figures, share: 50, columns: columns)
    #expect(line.count == columns - 1)
    #expect(line == expected + String(repeating: " ", count: max(0, line.count - expected.count)))
  }

  @Test("says no time before a rate is known, and none without a total")
  func unknown() {
    let bar = ProgressBar("sending", isASCII: true)
    #expect(bar.figures(0, of: 1 << 20, 0) == ["  0 %", "0 B of 1.00 MiB"])
    #expect(bar.figures(5 << 20, of: nil, 2048) == ["5.00 MiB", "2.00 KiB/s"])
    #expect(
      bar.figures(1 << 20, of: 1 << 20, 2048) == ["100 %", "1.00 MiB of 1.00 MiB", "2.00 KiB/s"])
  }
}
