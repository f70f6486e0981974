import Testing

@testable import vernam

@Suite("The list of names in a room")
struct OfferListTests {
  private static let names = ["calm-otter-3", "quick-heron-41", "calm-lynx-7"]

  private func meaning(
    of answer: String, shown: [String] = names, now: [String]? = nil
  ) -> OfferList.Meaning {
    var list = OfferList()
    list.show(shown)
    return list.meaning(of: answer, among: now ?? shown, own: "own-name-1")
  }

  @Test("A name is chosen by its number, in full, or by its beginning if that is no other's")
  func several() {
    for answer in ["2", "quick-heron-41", "q", "quick-heron"] {
      #expect(meaning(of: answer) == .offer(1), "\(answer)")
    }
    #expect(meaning(of: "calm") == .mistake("Several names begin like that."))
    for answer in ["", "4"] {
      #expect(meaning(of: answer) == .mistake("There is no such number or name."))
    }
    #expect(meaning(of: "own-name-1") == .mistake("That is this computer."))
  }

  @Test("A whole name never leads to another one, nor does a beginning that was not on the list")
  func others() {
    #expect(meaning(of: "quick-heron-4") == .name("quick-heron-4"))
    #expect(meaning(of: "swift-crane") == .name("swift-crane"))
    #expect(
      meaning(of: "quick", shown: ["calm-otter-3"], now: OfferListTests.names) == .name("quick"))
    #expect(meaning(of: "calm-otter-3 #2") == .name("calm-otter-3 #2"))
    #expect(meaning(of: "9370 2885") == .mistake("That is a code: choose the computer first."))
    #expect(meaning(of: "mule quartz orbit lamp") == .mistake("That name is not on the list."))
    let many = (0..<21).map { "calm-otter-\($0)" } + ["quick-heron-41"]
    #expect(meaning(of: "quick", shown: many) == .name("quick"))
  }

  @Test("If there is one name, Enter takes it, as long as it is there")
  func single() {
    for answer in ["", "y", "yes", "1", "calm"] {
      #expect(meaning(of: answer, shown: ["calm-otter-3"]) == .offer(0))
    }
    #expect(
      meaning(of: "", shown: ["calm-otter-3"], now: OfferListTests.names.reversed()) == .offer(2))
    #expect(
      meaning(of: "", shown: ["calm-otter-3"], now: ["quick-heron-41"])
        == .mistake("That computer is no longer there."))
    for answer in ["n", "no"] {
      #expect(meaning(of: answer, shown: ["noodle-otter-3"]) == .mistake("Waiting for others."))
    }
  }

  @Test("Once another name was on the list, Enter takes none, and a beginning counts both")
  func changed() {
    var list = OfferList()
    list.show(["amber-otter-3"])
    list.show(["amber-lynx-7"])
    for answer in ["", "amber"] {
      if case .offer = list.meaning(of: answer, among: ["amber-lynx-7"], own: "own-name-1") {
        Issue.record("\(answer) chose it")
      }
    }
  }
}
