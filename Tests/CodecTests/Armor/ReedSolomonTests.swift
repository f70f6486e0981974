import Codec
import Testing

@Suite("Reed–Solomon code")
struct ReedSolomonTests {
  static let seed: UInt64 = 20
  let code = ReedSolomon()

  /// Multiplication in GF(32) bit by bit, independent of the code under test.
  static func multiply(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var product: UInt16 = 0
    for bit in 0..<5 where second >> bit & 1 == 1 { product ^= UInt16(first) << bit }
    for bit in stride(from: 8, through: 5, by: -1) where product >> bit & 1 == 1 {
      product ^= 0b100101 << (bit - 5)
    }
    return UInt8(product)
  }

  static func word(_ seed: UInt64) -> [UInt8] {
    var numbers = Numbers(seed: seed)
    var block = (0..<30).map { _ in UInt8.random(in: 0...31, using: &numbers) }
    ReedSolomon().encode(&block)
    return block
  }

  @Test("The checks of a lone 1 in the last place of the data are the generator polynomial")
  func generator() {
    var product: [UInt8] = [1]
    var root: UInt8 = 1
    for _ in 1...4 {
      root = Self.multiply(root, 2)
      product = zip(product + [0], [0] + product).map { $0 ^ Self.multiply($1, root) }
    }
    // Worked out by hand: α + α² + α³ + α⁴ = 30, and α¹⁰ = 17 at the end.
    #expect(product.first == 1 && product[1] == 30 && product.last == 17)
    var block = [UInt8](repeating: 0, count: 30)
    block[25] = 1
    code.encode(&block)
    #expect(Array(block[25...]) == product)
  }

  @Test("Every written block is zero at the four roots")
  func roots() {
    for seed in 0..<50 as Range<UInt64> {
      var root: UInt8 = 1
      for _ in 1...4 {
        root = Self.multiply(root, 2)
        #expect(Self.word(seed).reduce(0) { Self.multiply($0, root) ^ $1 } == 0)
      }
    }
  }

  @Test("A block without errors is clean")
  func clean() {
    var block = Self.word(Self.seed)
    #expect(code.mend(&block) == .clean)
    #expect(block == Self.word(Self.seed))
  }

  @Test("Every single wrong letter is mended", arguments: 0..<30)
  func single(place: Int) {
    let word = Self.word(Self.seed)
    for error in 1...31 as ClosedRange<UInt8> {
      var block = word
      block[place] ^= error
      #expect(code.mend(&block) == .mended)
      #expect(block == word)
    }
  }

  @Test("Two wrong letters are mended in every pair of places", arguments: 0..<29)
  func double(first: Int) {
    let word = Self.word(Self.seed)
    for second in first + 1..<30 {
      for (one, other) in [(1, 1), (1, 31), (7, 19), (30, 2), (13, 13)] as [(UInt8, UInt8)] {
        var block = word
        block[first] ^= one
        block[second] ^= other
        #expect(code.mend(&block) == .mended)
        #expect(block == word)
      }
    }
  }

  @Test(
    "Illegible letters and wrong ones are mended within 2e + s ≤ 4",
    arguments: [(0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1), (1, 2), (2, 0)])
  func mixed(wrong: Int, illegible: Int) {
    var numbers = Numbers(seed: Self.seed)
    for round in 0..<500 as Range<UInt64> {
      let word = Self.word(round)
      let places = Array((0..<30).shuffled(using: &numbers).prefix(wrong + illegible))
      var block = word
      for place in places.prefix(wrong) { block[place] ^= .random(in: 1...31, using: &numbers) }
      for place in places.dropFirst(wrong) { block[place] = .random(in: 0...31, using: &numbers) }
      #expect(code.mend(&block, illegible: Array(places.dropFirst(wrong))) == .mended)
      #expect(block == word, "seed \(Self.seed), round \(round)")
    }
  }

  @Test("Five illegible letters are damage, and leave the block unchanged")
  func tooManyIllegible() {
    var block = Self.word(Self.seed)
    block[3] ^= 1
    let before = block
    #expect(code.mend(&block, illegible: [0, 1, 2, 3, 4]) == .damaged)
    #expect(block == before)
  }

  @Test("Three wrong letters are never clean, and are mended only into another word of the code")
  func triple() {
    var numbers = Numbers(seed: Self.seed)
    var damaged = 0
    for _ in 0..<2000 {
      let word = Self.word(Self.seed)
      var block = word
      for place in (0..<30).shuffled(using: &numbers).prefix(3) {
        block[place] ^= .random(in: 1...31, using: &numbers)
      }
      let before = block
      let state = code.mend(&block)
      #expect(state != .clean)
      #expect(block != word)
      #expect(zip(block, before).filter { $0 != $1 }.count <= 2)
      if state == .damaged { damaged += 1 }
    }
    #expect(damaged > 1000)
  }
}
