import Pad
import TestSupport
import Testing

@testable import Entropy

@Suite("The estimators of SP 800-90B")
struct EstimatorTests {
  /// An example from the standard's own text, with its smaller parameters.
  struct Example: Sendable, CustomTestStringConvertible {
    let section: String
    let symbols: [UInt8]
    let entropy: Double
    let estimate: @Sendable (Span<UInt8>) -> Double?

    var testDescription: String { section }
  }

  private static let forty: [UInt8] = [
    1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 0,
    1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0,
  ]
  private static let tuples: [UInt8] = [
    2, 2, 0, 1, 0, 2, 0, 1, 2, 1, 2, 0, 1, 2, 1, 0, 0, 1, 0, 0, 0,
  ]

  static let examples = [
    Example(
      section: "6.3.1", symbols: [0, 1, 1, 2, 0, 1, 2, 2, 0, 1, 0, 1, 1, 0, 2, 2, 1, 0, 2, 1],
      entropy: 0.5363, estimate: { MostCommonValue.estimate($0) }),
    Example(
      section: "6.3.2", symbols: forty, entropy: 0.4483, estimate: { Collision.estimate($0) }),
    Example(section: "6.3.3", symbols: forty, entropy: 0.761, estimate: { Markov.estimate($0) }),
    Example(
      section: "6.3.4", symbols: forty + [1, 1, 1, 0, 0, 0, 1, 1], entropy: 0.1345,
      estimate: { Compression.estimate($0, learned: 4) }),
    Example(
      section: "6.3.5", symbols: tuples, entropy: 0.273,
      estimate: { RepeatedTuples($0, alphabetSize: 3).tupleEstimate(cutoff: 3) }),
    Example(
      section: "6.3.6", symbols: tuples, entropy: 0.6146,
      estimate: { RepeatedTuples($0, alphabetSize: 3).substringEstimate(cutoff: 3) }),
    Example(
      section: "6.3.7", symbols: [1, 2, 1, 0, 2, 1, 1, 2, 2, 0, 0, 0], entropy: 0.3908,
      estimate: { MostCommonInWindow.estimate($0, alphabetSize: 3, windows: [3, 5, 7, 9]) }),
    Example(
      section: "6.3.8", symbols: [1, 0, 2, 1, 0, 2, 0, 2, 0, 1], entropy: 0.735,
      estimate: { Lag.estimate($0, alphabetSize: 3, distances: 3) }),
    Example(
      section: "6.3.9", symbols: [1, 0, 2, 1, 0, 2, 0, 2, 0], entropy: 0.0755,
      estimate: { MarkovModels.estimate($0, alphabetSize: 3, lengths: 3) }),
    Example(
      section: "6.3.10", symbols: [1, 0, 2, 1, 0, 2, 0, 2, 0, 1, 0, 2, 1], entropy: 0.0191,
      estimate: { LZ78Y.estimate($0, alphabetSize: 3, longest: 4) }),
  ]

  @Test("The examples in the standard's text are reproduced", arguments: examples)
  func published(_ example: Example) throws {
    let found = example.estimate(example.symbols.span)
    let entropy = try #require(found)
    #expect(abs(entropy - example.entropy) < 0.001, "\(entropy)")
  }

  @Test(
    "NIST's own program gives the same results for the same samples",
    arguments: try Vector.read("sp800-90b.txt"))
  func reference(_ vector: Vector) throws {
    let shape = try #require(Samples(rawValue: vector.name))
    let samples = try shape.make(seed: vector.number("seed"), count: vector.number("count"))
    let assessment = Assessment(samples.span)
    #expect(assessment.estimates.count == (assessment.bitWidth == 1 ? 10 : 17))
    for estimate in assessment.estimates {
      let name = "\(estimate.isOfBits ? "bits" : "literal") \(estimate.estimator.rawValue)"
      let expected = try vector.decimal(name)
      #expect(abs(estimate.entropy - expected) < 1e-9 * expected, "\(name): \(estimate.entropy)")
    }
  }

  @Test("A single value has no entropy, nor does a counter", arguments: [1, 200])
  func foretold(period: Int) {
    let samples = (0..<6000).map { UInt8($0 % period) }
    let assessment = Assessment(samples.span)
    #expect(assessment.perSample < 0.02)
  }

  @Test("The suffixes are sorted and share prefixes of the given lengths", arguments: [2, 3, 200])
  func suffixes(alphabetSize: Int) {
    let random = Seeded(for: "suffixes")
    let symbols = (0..<300).map { _ in UInt8(random.number(in: 0...alphabetSize - 1)) }
    let span = symbols.span
    let order = SuffixOrder(span, alphabetSize: alphabetSize)
    let common = order.commonPrefixes(span)
    #expect(order.starts.map(Int.init).sorted() == Array(0..<300))
    for place in 1..<300 {
      let (before, here) = (
        symbols[Int(order.starts[place - 1])...], symbols[Int(order.starts[place])...]
      )
      #expect(before.lexicographicallyPrecedes(here))
      #expect(zip(before, here).prefix { $0 == $1 }.count == Int(common[place]))
    }
  }
}
