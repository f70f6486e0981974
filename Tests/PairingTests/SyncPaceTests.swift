import Pad
import TestSupport
import Testing

@testable import Pairing

@Suite("How often a new pad is synced", .ownThreads)
struct SyncPaceTests {
  private func plan(_ mebibytes: Int) throws -> TransferPlan {
    TransferPlan(try #require(PadShape(size: mebibytes << 20, split: 50)))
  }

  /// The pieces, from 1, that a sync follows if each sync takes as long as `time` says.
  private func synced(_ plan: TransferPlan, _ time: (Int) -> Duration) -> [Int] {
    let pace = SyncPace(plan)
    return (0..<plan.pieces).compactMap { index in
      guard pace.isDue(after: index) else { return nil }
      pace.took(time(index + 1))
      return index + 1
    }
  }

  @Test("On a fast medium, at the first chance and then as the plan says")
  func fast() throws {
    let plan = try plan(1024)
    let rest = Array(stride(from: 64, through: 4096, by: 64))
    #expect(synced(plan) { _ in .milliseconds(50) } == [16] + rest + [4097])
  }

  @Test("On a slow medium, every 4 MiB")
  func slow() throws {
    let plan = try plan(1024)
    let all = Array(stride(from: 16, through: 4096, by: 16)) + [4097]
    #expect(synced(plan) { _ in .seconds(8) } == all)
  }

  @Test("On a medium that becomes slow, every 4 MiB until it is fast again")
  func changing() throws {
    let plan = try plan(1024)
    let synced = synced(plan) { (128..<192).contains($0) ? .seconds(20) : .zero }
    #expect(synced.prefix(9) == [16, 64, 128, 144, 160, 176, 192, 256, 320])
  }

  @Test(
    "Small pads are synced as the plan says, and only then", arguments: [1, 9, 256])
  func small(mebibytes: Int) throws {
    let plan = try plan(mebibytes)
    for time in [Duration.zero, .seconds(8)] {
      #expect(
        synced(plan) { _ in time } == (0..<plan.pieces).filter(plan.isSynced).map { $0 + 1 })
    }
  }
}
