import TestSupport
import Testing

@testable import Pad

@Suite("The arena of secrets")
struct SecretArenaTests {
  static let size = 4 << 20

  @Test("A released block is wiped at once and lent again")
  func wiped() throws {
    let arena = SecretArena()
    let first = try #require(arena.allocate(100))
    first.initializeMemory(as: UInt8.self, repeating: 0xaa)
    arena.release(first)
    #expect(first.allSatisfy { $0 == 0 })
    let second = try #require(arena.allocate(100))
    #expect(second.baseAddress == first.baseAddress)
  }

  @Test("The whole arena can be lent, and not a byte more")
  func whole() throws {
    let arena = SecretArena()
    #expect(arena.allocate(Self.size + 1) == nil)
    let all = try #require(arena.allocate(Self.size))
    #expect(arena.allocate(1) == nil)
    arena.release(all)
    #expect(arena.allocate(Self.size) != nil)
  }

  @Test("A block as large as a page starts on one, and the space before it is not lost")
  func pages() throws {
    let arena = SecretArena()
    _ = try #require(arena.allocate(100))
    let large = try #require(arena.allocate(4096))
    #expect(UInt(bitPattern: large.baseAddress) % 4096 == 0)
    let small = try #require(arena.allocate(4095))
    #expect(try #require(small.baseAddress) > large.baseAddress!)
    let between = try #require(arena.allocate(64))
    #expect(try #require(between.baseAddress) < large.baseAddress!)
  }

  @Test("Blocks in use never overlap, and all come back")
  func model() throws {
    let random = Seeded()
    let arena = SecretArena()
    var lent: [UnsafeMutableRawBufferPointer] = []
    for step in 0..<5000 {
      if random.number(in: 0...99) < 55 {
        guard let block = arena.allocate(random.number(in: 0...20_000)) else { continue }
        #expect(block.allSatisfy { $0 == 0 })
        block.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: step))
        lent.append(block)
      } else if !lent.isEmpty {
        let block = lent.remove(at: random.number(in: 0...lent.count - 1))
        #expect(block.allSatisfy { $0 == block.first })
        arena.release(block)
      }
    }
    for block in lent { arena.release(block) }
    #expect(arena.allocate(Self.size) != nil)
  }
}
