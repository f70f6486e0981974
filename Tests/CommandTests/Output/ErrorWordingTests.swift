import System
import Testing
import Vault
import Wording

@testable import Codec
@testable import Discovery
@testable import vernam

@Suite("Wording of armor and discovery errors")
struct ErrorWordingTests {
  @Test(
    "Every discovery error is one line, and its hint names the way without Avahi",
    arguments: [
      .noBus, .noAvahi, .avahiSilent, .avahiLost, .refused, .failed(code: -1),
      .unresolved(Offer(name: "two\nlines")),
    ] as [DiscoveryError])
  func discovery(error: DiscoveryError) {
    #expect(!error.what.isEmpty)
    #expect(!(error.what + error.hint).contains("\n"))
    #expect(!error.hint.hasPrefix("or "))
    #expect(error.hint.contains("--listen PORT"))
    #expect(error.hint.contains("--connect HOST:PORT"))
  }

  @Test(
    "A full disk is named before the advice to try again",
    arguments: [
      (SystemError.noSpace, "free some space on this disk, then "),
      (SystemError.quotaExceeded, "free some space on this disk, then "),
      (SystemError.inputOutput, ""),
    ])
  func fullDisk(_ code: Int32, _ first: String) {
    let error = SystemError("write", "out", code: code)
    #expect(error.beforeTryingAgain == first)
    let spent = VaultError.spentInVain(to: "bob", isCertain: true, because: .system(error))
    #expect(spent.hint.hasPrefix("no message was made; \(first)encrypt to bob again"))
  }

  @Test("A daemon that is not running is named with the command that starts it")
  func start() {
    #expect(DiscoveryError.noAvahi.hint.contains("\"sudo systemctl start avahi-daemon\""))
    #expect(DiscoveryError.noBus.hint.contains("\"sudo systemctl start dbus avahi-daemon\""))
  }

  @Test(
    "Damage is named, with what to do",
    arguments: [
      (nil, [7], [], "the message is damaged in line 5", "compare it with the original"),
      (nil, [], [], "the message is damaged", "copy it again"),
      (nil, [3, 4, 5, 6], [], "in lines 3 and 4", "missing or extra letter in line 3 of"),
      (.end, [], [], "the end of the message is missing", "down to the line"),
      (.beginning, [], [], "the beginning of the message is missing", "on"),
      (.letters, [], [], "the message has lost some letters", "copy it again"),
      (.letters, [2], [5], "the message is damaged in lines 2 and 4", "compare"),
    ] as [(DamagedPart.Loss?, [Int], [Int], String, String)])
  func damage(
    _ loss: DamagedPart.Loss?, _ damaged: [Int], _ mended: [Int], _ what: String, _ hint: String
  ) {
    let part = DamagedPart(
      part: nil, parts: nil, loss: loss, blocks: damaged.count == 4 ? 6 : 8, damaged: damaged,
      mended: mended)
    #expect(part.what.hasSuffix(what))
    #expect(part.hint.contains(hint))
  }

  @Test("Parts are named by their numbers")
  func parts() {
    let damaged = DamagedPart(
      part: 2, parts: 4, loss: .end, blocks: 1, damaged: [], mended: [])
    #expect(damaged.what == "the end of part 2 of 4 is missing")
    #expect(
      IncompleteMessage(parts: 4, missing: [1, 3]).what
        == "parts 1 and 3 of 4 are missing")
    let mended = [(1, 3), (2, 6), (1, 4)].map { ArmorBlock(part: $0.0, number: $0.1) }
    #expect(
      ArmorBlock.describe(mended, parts: 2)
        == "corrected wrong letters in line 3 of part 1, line 4 of part 2")
    #expect(ArmorBlock.describe([mended[0]], parts: 1) == "corrected wrong letters in line 3")
  }
}
