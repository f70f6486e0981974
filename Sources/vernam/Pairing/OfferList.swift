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
  /// Nothing was asked in this search yet.
  private var isNew = true

  /// A new search begins: what was typed before is no answer to what it finds.
  mutating func startSearch() {
    startOver()
    (isNew, typed) = (true, TypedLine())
  }

  /// What is found is shown again.
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
      case .inputEnded: return Stream.input.isTerminal ? .cancelled : .inputEnded
      case .line(let answer):
        switch meaning(of: OfferList.folded(answer), among: names, own: own) {
        case .offer(let index): return .offer(index)
        case .name(let name): return .name(name)
        case .mistake(let remark):
          StandardError.line(remark)
          prompt()
        }
      }
    }
  }

  /// What a typed answer stands for.
  enum Meaning: Equatable {
    /// The name with this index.
    case offer(Int)
    /// A name that is not among them.
    case name(String)
    /// Nothing; this says why.
    case mistake(String)
  }

  /// - Parameter answer: folded.
  func meaning(of answer: String, among names: [String], own: String) -> Meaning {
    // One name is a question.
    if shown.count == 1, OfferList.no.contains(answer) { return .mistake("Waiting for others.") }
    if shown.count == 1, numbered.count == 1, OfferList.yes.contains(answer) {
      return names.firstIndex(of: shown[0]).map(Meaning.offer)
        ?? .mistake("That computer is no longer there.")
    }
    if let index = index(of: answer, among: names) { return .offer(index) }
    // There may be more than the list keeps.
    return remark(on: answer, among: names, own: own).map(Meaning.mistake) ?? .name(answer)
  }

  /// Why the answer is no name to look for; nil if it may be one.
  private func remark(on name: String, among names: [String], own: String) -> String? {
    if name == own { return "That is this computer." }
    let digits = name.filter { !$0.isWhitespace }
    if digits.count > 4, digits.allSatisfy(\.isNumber) {
      return "That is a code: choose the computer first."
    }
    // It may be a passphrase, and a search would ask the network for it. A name that Avahi has
    // made unique has one space.
    if name.count(where: { $0 == " " }) > 1 { return "That name is not on the list." }
    if names.count(where: { OfferList.begins($0, with: name) }) > 1 {
      return "Several names begin like that."
    }
    return Int(name) != nil || name.isEmpty ? "There is no such number or name." : nil
  }

  private static let (yes, no) = (["", "y", "yes"], ["n", "no"])

  /// Whether this is the beginning of the name. What has a digit may be a whole name, which
  /// must not lead to another one.
  private static func begins(_ name: String, with typed: String) -> Bool {
    !typed.isEmpty && !typed.contains(where: \.isNumber) && folded(name).hasPrefix(typed)
  }

  /// The name as it is compared. A space within it counts: a name that was typed must not lead to
  /// another one that looks like it.
  private static func folded(_ name: String) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Shows the names, and asks for one.
  mutating func show(_ names: [String]) {
    // What was typed before there was a question; later, nobody's names may cut an answer short.
    if isNew { Stream.input.dropTypedInput() }
    isNew = false
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
        "and \(numbers.count - OfferList.many) more: type the name, or both of you press "
          + "Ctrl+C and add --room with the same word.")
    }
    prompt()
  }

  private func prompt() {
    StandardError.prompt(
      shown.count == 1 && numbered.count == 1
        ? "If this name is on the other person's screen, press Enter; if not, wait: "
        : "Which is on the other person's screen? Type its number or name: ")
  }

  private func index(of typed: String, among names: [String]) -> Int? {
    if let number = Int(typed), numbered.indices.contains(number - 1) {
      return names.firstIndex(of: numbered[number - 1])
    }
    let folded = names.indices.filter { OfferList.folded(names[$0]) == typed }
    let whole = names.firstIndex(of: typed) ?? (folded.count == 1 ? folded[0] : nil)
    if let whole { return whole }
    return beginning(typed, among: names)
  }

  /// The only name that begins like this, if the person has all of them in view.
  private func beginning(_ typed: String, among names: [String]) -> Int? {
    guard names.count <= OfferList.many else { return nil }
    // Those that have gone count, too: the person may mean one of them.
    let found = Set(names + numbered).filter { OfferList.begins($0, with: typed) }
    guard found.count == 1, let name = found.first, shown.contains(name) else { return nil }
    return names.firstIndex(of: name)
  }
}
