import Pad
import TestSupport
import Testing

@testable import Pairing

@Suite("How a pad is cut into frames", .ownThreads)
struct TransferPlanTests {
  private static let mebibyte = 1 << 20

  @Test(
    "A pad is acknowledged every 4 to 16 MiB, about 64 times",
    arguments: [(1, 16), (256, 16), (300, 18), (512, 32), (1024, 64), (65_536, 64)])
  func distance(mebibytes: Int, pieces: Int) throws {
    let size = mebibytes * Self.mebibyte
    let plan = TransferPlan(try #require(PadShape(size: size, split: 50)))
    #expect(plan.acknowledgeEvery == pieces)
    // While the giver waits for one, the taker may owe it this one, the next, and hold a piece.
    #expect(plan.window > 2 * pieces + 1)
  }

  @Test(
    "Each end knows where the next acknowledgement comes",
    arguments: [1, 300, 1024])
  func order(mebibytes: Int) throws {
    let size = mebibytes * Self.mebibyte
    let plan = TransferPlan(try #require(PadShape(size: size, split: 50)))
    let places = (0..<plan.pieces).filter(plan.isAcknowledged)
    var acknowledged = 0
    for place in places {
      acknowledged = plan.acknowledgedPieces(after: acknowledged)
      #expect(acknowledged == place + 1)
    }
    #expect(acknowledged == plan.pieces)
  }
}
