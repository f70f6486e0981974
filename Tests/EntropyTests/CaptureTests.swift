import FrameFixtures
import Glibc
import Pad
import System
import TestSupport
import Testing
import Wording

@testable import Entropy
@testable import vernam

/// `make captures` judges a million samples of each, prints the table and compares it with the
/// manual; `make test` takes fewer.
@Suite("Captures, honest and forged")
struct CaptureTests {
  static let isWhole = getenv("VERNAM_CAPTURES") != nil
  private static let gate = Gate(sampleCount: isWhole ? 1_000_000 : 150_000)

  /// The credit, or why there is none, and why not.
  private static func judge(_ capture: Capture) -> (credit: Double, refusal: String?) {
    let count = gate.frameCount(of: Capture.shape)
    do throws(EntropyError) {
      return (try gate.judge(capture.frames(count)).credited, nil)
    } catch { return (0, error.what) }
  }

  private static let plain = judge(.plain).credit

  /// A row of the table.
  private static func row(_ capture: Capture) -> (text: String, credit: Double) {
    let (credit, refusal) = judge(capture)
    let figure = refusal ?? "\(credit.text(2)), \((credit / plain).text(2))"
    return (".It \(capture.rawValue) Ta \(figure)", credit)
  }

  @Test("An honest sensor is credited alike with each common defect, and no forged capture is")
  func table() throws {
    let manual = String(
      decoding: try readFile("\(Fixtures.root)/man/vernam-randomness.7"), as: UTF8.self)
    for capture in Capture.allCases {
      let (text, credit) = CaptureTests.row(capture)
      if CaptureTests.isWhole {
        print(text)
        let isThere = manual.contains("\n\(text)\n")
        #expect(isThere, "\(text)")
      }
      if capture.isHonest {
        #expect(credit > 0.9 * CaptureTests.plain, "\(text)")
      } else {
        #expect((credit > 0) == (capture == .cipher), "\(text)")
      }
    }
  }

  /// The checks that refuse frames, each by itself.
  private func refusals(_ frames: [Frame]) throws -> [String] {
    let pairs = zip(frames, frames.dropFirst()).map { FramePair($0, $1) }
    var recent = RecentFrames(shape: frames[0].shape, entropy: 2)
    var stretches = KnownStretches(credited: 1)
    let views = SampleView.allCases.map { view in
      view.samples(of: frames, pairs, count: 150_000).withBytes {
        Assessment($0, bitLimit: view.hasBits ? 150_000 : 0).perSample
      }
    }
    let least = 2 * Gate.least
    func fails(_ check: () throws -> Void) -> Bool { (try? check()) == nil }
    let verdicts = [
      ("values", fails { try SampleRange(frames).check() }),
      ("transform", fails { try BlockTransform(frames).check() }),
      ("parities", fails { try LowBitParities(frames).check() }),
      ("correlation", fails { _ = try TieCorrelation(frames, pairs).check() }),
      ("ties", pairs.contains { $0.entropy < least }),
      ("guess", LinearGuess.estimate(frames) < least),
      ("estimators", views.contains { $0 < least }),
      ("old", frames.count { recent.remember($0) != nil } > 0),
      ("parts", frames.count { stretches.repeatedPart(of: $0) != nil } > 0),
    ]
    return verdicts.filter(\.1).map(\.0)
  }

  @Test(
    "Each check of the gate catches what no other does",
    arguments: [
      (Capture.shifted, "values"), (.video16, "transform"), (.summedBits, "parities"),
      (.mirror, "correlation"), (.twoLamps, "guess"), (.chain, "estimators"), (.loop, "old"),
    ])
  func alone(_ capture: Capture, _ check: String) throws {
    let found = try refusals(capture.frames(12))
    #expect(found == [check], "\(found)")
  }

  @Test("No check refuses an honest sensor by itself")
  func honest() throws { try #expect(refusals(Capture.plain.frames(12)) == []) }

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
