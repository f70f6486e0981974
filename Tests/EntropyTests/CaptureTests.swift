import FrameFixtures
import Glibc
import Pad
import System
import TestSupport
import Testing
import Wording

@testable import Entropy

/// `make captures` judges a million samples of each, prints the tables and compares them with the
/// manual; `make test` takes fewer.
@Suite("Captures, honest and forged")
struct CaptureTests {
  static let isWhole = getenv("VERNAM_CAPTURES") != nil
  /// One of them only, for `make mutants`.
  private static let chosen = getenv("VERNAM_PARTS").map { String(cString: $0) }
  static let captures = Capture.allCases.filter { chosen == nil || $0.rawValue == chosen }
  private static let gate = Gate(sampleCount: isWhole ? 1_000_000 : 150_000)

  /// The credit, or why there is none.
  private static func judge(_ capture: Capture) -> (credit: Double, refusal: String?) {
    let count = gate.frameCount(of: Capture.shape)
    do throws(EntropyError) {
      return (try gate.judge(capture.frames(count)).credited, nil)
    } catch { return (0, error.what) }
  }

  private static let plain = judge(.plain).credit

  /// Prints a row of a table in the manual, and looks for it there.
  private func compare(_ row: String) throws {
    guard CaptureTests.isWhole else { return }
    print(row)
    let manual = try readFile("\(Fixtures.root)/man/vernam-randomness.7")
    let isThere = String(decoding: manual, as: UTF8.self).contains("\n\(row)\n")
    #expect(isThere, "\(row)")
  }

  @Test(
    "An honest sensor is credited alike with each common defect, and no forged capture is",
    arguments: captures)
  func table(_ capture: Capture) throws {
    let (credit, refusal) = CaptureTests.judge(capture)
    let ratio = credit / CaptureTests.plain
    try compare(
      ".It \(capture.rawValue) Ta \(refusal ?? "\(credit.text(2)), \(ratio.text(2))")")
    if capture.isHonest {
      #expect(ratio > 0.9 && ratio < 1.1, "\(ratio)")
    } else {
      #expect((credit > 0) == (capture == .cipher), "\(credit)")
    }
  }

  /// The checks that refuse frames, each by itself, as the gate makes them.
  private func refusals(_ frames: [Frame]) -> [String] {
    let pairs = zip(frames, frames.dropFirst()).map { FramePair($0, $1) }
    let least = 2 * Gate.least
    let tie = pairs.map(\.entropy).min() ?? 0
    var recent = RecentFrames(shape: frames[0].shape, entropy: max(least, tie))
    var stretches = KnownStretches(credited: max(least, tie) / 2)
    let views = SampleView.allCases.map { view in
      view.samples(of: frames, pairs, count: CaptureTests.gate.sampleCount).withBytes {
        (view.rawValue, Assessment($0, bitLimit: view.hasBits ? 1_000_000 : 0).perSample < least)
      }
    }
    func fails(_ check: () throws -> Void) -> Bool { (try? check()) == nil }
    let verdicts =
      [
        ("factor", fails { try SampleRange(frames).check() }),
        ("steps of JPEG", fails { try BlockTransform(frames).checkPicture() }),
        ("steps of video", fails { try BlockTransform(frames).checkVideo() }),
        ("parities", fails { try LowBitParities(frames).check() }),
        ("tie correlation", fails { _ = try TieCorrelation(frames, pairs).check() }),
        ("old frames", frames.count { recent.remember($0) != nil } > 0),
        ("parts of old frames", frames.count { stretches.repeatedPart(of: $0) != nil } > 0),
        ("ties", tie < least), ("the guess", LinearGuess.estimate(frames) < least),
      ] + views
    return verdicts.filter(\.1).map(\.0)
  }

  @Test(
    "Each check of the gate catches what no other does",
    arguments: [
      (Capture.shifted, "factor"), (.dithered, "steps of JPEG"), (.video16, "steps of video"),
      (.summedBits, "parities"),
      (.mirror, "tie correlation"), (.loop, "old frames"), (.moved, "parts of old frames"),
      (.twice, "ties"), (.sixLamps, "the guess"), (.periods, SampleView.raster.rawValue),
      (.chain, SampleView.time.rawValue), (.steps, SampleView.differences.rawValue),
    ])
  func alone(_ capture: Capture, _ check: String) throws {
    try compare(".It \(check) Ta \(capture.rawValue)")
    let found = refusals(capture.frames(CaptureTests.gate.frameCount(of: Capture.shape)))
    #expect(found == [check], "\(found)")
  }

  @Test("No check refuses an honest sensor by itself")
  func honest() { #expect(refusals(Capture.plain.frames(12)) == []) }

  @Test("The black level does not change the credit", arguments: [Capture.darker, .brighter])
  func blackLevel(_ capture: Capture) {
    #expect(CaptureTests.judge(capture).credit == CaptureTests.plain)
  }

  @Test(
    "Lines that never change are left out, and nothing else",
    arguments: [
      (Capture.plain, 0, 0), (.deadColumn, 0, 1), (.deadRows, 2, 0), (.border, 16, 16),
      (.metadata, 2, 0), (.deadPixels, 0, 0),
    ])
  func deadLines(_ capture: Capture, _ rows: Int, _ columns: Int) {
    let found = DeadLines(capture.frames(8))
    #expect(found.rowCount == rows && found.columnCount == columns)
    let first = capture.frames(1)[0]
    let left = found.removed(from: first)
    #expect(left.shape.count == (240 - rows) * (320 - columns))
    if capture == .deadColumn {
      let samples = left.withSamples { [$0[99], $0[100], $0[319]] }
      #expect(samples == first.withSamples { [$0[99], $0[101], $0[320]] })
    }
  }
}
