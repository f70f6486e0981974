import Pad
import Testing

@testable import Program

@Suite("The lines that stand in the list")
struct LinePageTests {
  @Test(
    "are as many as fit, the last ones or the first ones",
    arguments: [
      ([], 0, 0), ([0], 1, 1), (Array(repeating: 10, count: 17), 16, 16),
      (Array(repeating: 0, count: 17), 16, 16),
      // However long they are, a few are there.
      (Array(repeating: 5000, count: 6), 3, 3),
      ([10, 10, 10, 10, 5000], 3, 5), ([5000, 10, 10, 10, 10], 5, 3),
      (Array(repeating: 500, count: 9), 5, 5),
    ] as [([Int], Int, Int)])
  func fit(_ byteCounts: [Int], last: Int, first: Int) {
    let lines = byteCounts.enumerated().map { id, count in
      Line(
        id: id, canBeCopied: false, isFile: false, kind: .theirs,
        text: SecretHandoff(SecretBytes(count: count)))
    }
    #expect(LinePage.upTo(lines.count, of: lines) == lines.count - last..<lines.count)
    #expect(LinePage.from(0, of: lines) == 0..<first)
  }

  @Test("follow each other without a gap")
  func turn() {
    let lines = (0..<100).map { id in
      Line(
        id: id, canBeCopied: false, isFile: false, kind: .note,
        text: SecretHandoff(SecretBytes(count: 1)))
    }
    #expect(LinePage.upTo(70, of: lines) == 54..<70)
    #expect(LinePage.from(70, of: lines) == 70..<86)
  }
}
