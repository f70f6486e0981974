import Pad
import TestSupport
import Testing

@testable import Pairing

@Suite("How a pad is cut into frames", .ownThreads)
struct TransferPlanTests {
  private static let mebibyte = 1 << 20

  @Test(
    "A pad is synced every 4 to 16 MiB, about 64 times",
    arguments: [(1, 16), (256, 16), (300, 18), (512, 32), (1024, 64), (65_536, 64)])
  func distance(mebibytes: Int, pieces: Int) throws {
    let size = mebibytes * Self.mebibyte
    let plan = TransferPlan(try #require(PadShape(size: size, split: 50)))
    #expect(plan.syncEvery == pieces)
    // The giver goes on while the taker syncs.
    #expect(plan.window > pieces)
  }

  @Test("The first frame is the record, and holds no material; the last pieces end with the pad")
  func material() throws {
    let plan = TransferPlan(try #require(PadShape(size: Self.mebibyte, split: 50)))
    #expect(
      (0...plan.dataFrames).map(plan.materialBytes)
        == [0, 0, 1 << 18, 2 << 18, 3 << 18, 4 << 18, plan.materialBytes])
  }
}
