import Pad
import PairingFuzzTargets
import System
import TestSupport
import Testing
import Vault

@testable import Pairing

@Suite("The material that the giver makes ahead", .ownThreads)
struct GivenMaterialTests {
  @Test("A piece that did not become durable while the connection was lost ends it for good")
  func failedAhead() async throws {
    let ends = TwoEnds()
    let store = MemoryStore(fault: .syncFailsOnce)
    let shape = try #require(PadShape(size: 8 << 20, split: 50))
    let plan = TransferPlan(shape)
    let id = PadID(KernelRandomness().bytes(16))
    let pad = try store.makePad(id: id, contact: "bob", role: .giver, shape: shape)
    var material = GivenMaterial(
      ends.context(.listener, ends.screen(.listener)), plan, into: pad, record: [])
    for index in 0..<plan.syncEvery - 1 { _ = try await material.piece(index) }
    // The next one is made, and its sync fails, while nobody waits for it.
    await material.rest()
    for index in [3, plan.syncEvery] {
      do {
        _ = try await material.piece(index)
        Issue.record("piece \(index) was made")
      } catch {}
    }
    do {
      _ = try material.digest()
      Issue.record("it has a digest")
    } catch {}
  }
}
