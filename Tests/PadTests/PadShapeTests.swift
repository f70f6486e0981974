import Pad
import Testing

@Suite("The shape of a pad")
struct PadShapeTests {
  @Test(
    "Larger pads have larger chunks",
    arguments: [
      (768, 256), (16 << 20, 1024), ((16 << 20) - 1, 256), ((1 << 30) - 1, 1024), (1 << 30, 4096),
      (1 << 40, 4096),
    ])
  func chunkBytes(_ size: Int, _ expected: Int) {
    #expect(PadShape(size: size, split: 50)?.chunkBytes == expected)
  }

  @Test("The split is the giver's share; share and size are rounded down to chunks")
  func split() throws {
    let shape = try #require(PadShape(size: 1 << 20 | 255, split: 33))
    #expect(shape.laneChunks == [1351, 4096 - 1351])
    #expect(shape.chunks == 4096)
    #expect(shape.size == 1 << 20)
    #expect(shape.materialBytes == 1 << 20 | 64)
  }

  @Test(
    "A shape with an endless lane, or one that can send no message, is rejected",
    arguments: [
      (0, 50), (-1, 50), (256, 50), (767, 50), (768, 67), (25_599, 1), (1 << 20, 0), (1 << 20, 100),
      (1 << 45, 50), (.max, 50), (.min, 50),
    ])
  func impossible(_ size: Int, _ split: Int) {
    #expect(PadShape(size: size, split: split) == nil)
  }

  @Test(
    "A stored shape is checked",
    arguments: [
      (512, [1, 1]), (256, [0, 1]), (256, [1, 0]), (256, [1]), (256, [1, 1, 1]), (256, []),
      (0, [1, 1]), (4096, [1 << 32, 1]), (4096, [1, -1]),
    ])
  func impossibleStored(_ chunkBytes: Int, _ laneChunks: [Int]) {
    #expect(PadShape(chunkBytes: chunkBytes, laneChunks: laneChunks) == nil)
  }

  @Test("The longest lane is allowed")
  func longest() {
    let most = PadShape.maximumLaneChunks
    #expect(PadShape(chunkBytes: 4096, laneChunks: [most, most])?.chunks == 2 * most)
  }

  @Test("Lane 1 comes after lane 0")
  func position() throws {
    let shape = try #require(PadShape(chunkBytes: 256, laneChunks: [3, 5]))
    #expect((0..<3).map { shape.position(lane: 0, index: $0) } == [0, 1, 2])
    #expect((0..<5).map { shape.position(lane: 1, index: $0) } == [3, 4, 5, 6, 7])
  }

  @Test(
    "A body needs whole chunks, with 64 bytes for its keys",
    arguments: [(0, 1), (192, 1), (193, 2), (448, 2), (449, 3)])
  func chunksNeeded(_ bodyBytes: Int, _ expected: Int) throws {
    let shape = try #require(PadShape(chunkBytes: 256, laneChunks: [3, 5]))
    #expect(shape.chunksNeeded(bodyBytes: bodyBytes) == expected)
  }
}
