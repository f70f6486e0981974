internal import Pairing
internal import System

/// The names on offer, of which the person chooses one by its number or by itself. A name keeps its
/// number while others come and go.
struct OfferList {
  /// More names than this are hard to compare.
  private static let many = 20
  /// How long a list is shown at least, so that names that come and go do not fill the screen.
  private static let pause: Duration = .seconds(2)

  private var numbered: [String] = []
  private var shown: [String] = []
  private var lastShown: ContinuousClock.Instant?
  private var typed = TypedLine()

  /// A new search begins: what it finds is shown again.
  mutating func startOver() { (shown, lastShown) = ([], nil) }

  /// Shows the names if they have changed, and takes in what was typed. Returns at once.
  mutating func choose(among names: [String], own: String) -> MeetingChoice {
    let isTooSoon = lastShown.map { .now - $0 < OfferList.pause } ?? false
    if names != shown, !isTooSoon { show(names) }
    while true {
      switch typed.next() {
      case .nothing: return .none
      // Nothing was asked.
      case .line where shown.isEmpty && numbered.isEmpty: continue
      case .inputEnded: return .inputEnded
      case .line(let answer):
        if let index = index(of: answer, among: names) { return .offer(index) }
        // There may be more than the list keeps.
        let name = OfferList.folded(answer)
        if Int(name) == nil, !name.isEmpty, name != own { return .name(name) }
        StandardError.line(
          OfferList.folded(answer) == own
            ? "That is this computer." : "There is no such number or name.")
        prompt()
      }
    }
  }

  /// The name as it is compared. A space within it counts: a name that was typed must not lead to
  /// another one that looks like it.
  private static func folded(_ name: String) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private mutating func show(_ names: [String]) {
    // What was typed before there was a question; later, nobody's names may cut an answer short.
    if numbered.isEmpty { Stream.input.dropTypedInput() }
    StandardError.endLine()
    lastShown = .now
    let gone = shown.filter { !names.contains($0) }
    if gone.count > OfferList.many {
      StandardError.line("\(gone.count) computers are not on the list any more.")
    } else {
      for name in gone {
        StandardError.line("Gone or connected to another computer: \(name)")
      }
    }
    numbered += names.filter { !numbered.contains($0) }
    shown = names
    if names.isEmpty { return StandardError.line("Waiting for others to pair here.") }
    StandardError.line("Pairing here now:")
    let numbers = numbered.indices.filter { names.contains(numbered[$0]) }
    for number in numbers.prefix(OfferList.many) {
      StandardError.line("  \(number + 1)  \(numbered[number])")
    }
    if numbers.count > OfferList.many {
      StandardError.line(
        "and \(numbers.count - OfferList.many) more: type the name, or press Ctrl+C and both "
          + "add --room with the same word.")
    }
    prompt()
  }

  private func prompt() {
    StandardError.prompt("Which is on the other person's screen? Type its number or name: ")
  }

  private func index(of typed: String, among names: [String]) -> Int? {
    let typed = OfferList.folded(typed)
    if let number = Int(typed), numbered.indices.contains(number - 1) {
      return names.firstIndex(of: numbered[number - 1])
    }
    let folded = names.indices.filter { OfferList.folded(names[$0]) == typed }
    return names.firstIndex(of: typed) ?? (folded.count == 1 ? folded[0] : nil)
  }
}
