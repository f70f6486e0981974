import Discovery
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite("Offers that Avahi has renamed")
struct RenamedOfferTests {
  @Test(
    "A number that Avahi adds to a claimed name is ignored, and nothing else",
    arguments: [
      ("", true), (" #2", true), (" #9", true), (" #1", false), (" #10", false), ("#2", false),
      (" -2", false), ("  2", false),
    ])
  func numbers(_ end: String, _ isKnown: Bool) throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let ours = try two.alice.linkKeys(of: two.alice.contact("bob"))
      let theirs = try two.bob.linkKeys(of: two.bob.contact("alice"))
      let offer = LinkOffer.make(ours[0], randomness: KernelRandomness())
      let renamed = Offer(name: offer.name + end)
      #expect((LinkOffer.key(of: renamed, among: theirs) === theirs[0]) == isKnown)
      #expect((LinkOffer.asMade(renamed) == offer) == isKnown)
    }
  }
}
