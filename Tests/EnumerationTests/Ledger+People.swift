import Pad

@testable import Vault

// Which pads are whose, and what has not arrived.
extension Ledger {
  /// A contact, as far as the vault has shown it.
  struct Person {
    /// Names that the contact may have; the first is its earlier one.
    var names: [String]
    var pads: [PadID]
    /// The book was lost: the name is one that the vault made up.
    var isUnnamed = false

    func mayBeCalled(_ name: String) -> Bool {
      names.contains(name) || isUnnamed && name.hasPrefix("unnamed-")
    }
  }

  func person(of pad: PadID) -> Int? { people.firstIndex { $0.pads.contains(pad) } }

  /// Gives a pad to a contact, who may be new. `before`: who had the name when the pad was begun.
  /// If they were renamed meanwhile, the pad goes to them or to somebody new.
  mutating func give(_ pad: PadID, to name: String, whoWas before: Int? = nil) {
    if person(of: pad) != nil { return }
    if let before, people.indices.contains(before), !people[before].names.contains(name) {
      isAnybodys = true
      people[before].pads.append(pad)
      return
    }
    if let index = people.firstIndex(where: { $0.names.contains(name) }) {
      people[index].pads.append(pad)
    } else {
      people.append(Person(names: [name], pads: [pad]))
    }
  }

  // MARK: Merging

  mutating func beginMerging(_ cast: Cast) {
    isMerging = true
    mayClose(closedByMerging(mayBeClosed, cast))
  }

  mutating func merge(_ cast: Cast) {
    isMerging = false
    close(closedByMerging(closed, cast))
    people = merged
  }

  /// The contacts once the first has everybody's pads.
  private var merged: [Person] {
    guard var first = people.first else { return [] }
    first.pads = people.flatMap(\.pads)
    return [first]
  }

  /// A closing of one contact reaches just as far among the other's pads: pads are numbered in the
  /// order in which they were made.
  private func closedByMerging(_ closed: Set<PadID>, _ cast: Cast) -> [PadID] {
    let ids = cast.pads.map(\.id)
    guard let last = ids.lastIndex(where: { closed.contains($0) }) else { return [] }
    return Array(ids[...last])
  }

  // MARK: Expectations

  /// `found`: each contact's name and pads.
  mutating func expectPeople(_ found: [(name: String, pads: Set<PadID>)], _ cast: Cast) {
    if isAnybodys { return }
    let options = isMerging ? [people, merged] : [people]
    let found = found.filter { !$0.pads.isEmpty }
    expect(
      options.contains { matches($0, found, cast) },
      "4: the contacts are \(found.map { "\($0.name) with \($0.pads.count)" })")
  }

  private func matches(
    _ people: [Person], _ found: [(name: String, pads: Set<PadID>)], _ cast: Cast
  ) -> Bool {
    var rest = found
    for person in people {
      let certain = person.pads.filter { standing(of: $0, cast).isCertain }
      let possible = Set(person.pads.filter { standing(of: $0, cast).isPossible })
      let index = rest.firstIndex {
        person.mayBeCalled($0.name) && $0.pads.isSuperset(of: certain)
          && possible.isSuperset(of: $0.pads)
      }
      if let index { rest.remove(at: index) } else if !certain.isEmpty { return false }
    }
    return rest.isEmpty
  }

  /// Checks which messages on the first pad are missing.
  mutating func expectMissing(_ missing: [Range<Int>], _ cast: Cast) {
    if mayBeSkipped { return }
    let numbers = Set(missing.joined())
    let known = consumed.map { cast.messages[$0].number }.max() ?? 0
    let possible = delivered.map { cast.messages[$0].number }.max() ?? 0
    for (index, message) in cast.messages.enumerated() {
      let number = message.number
      if consumed.contains(index) || number > possible {
        expect(!numbers.contains(number), "4: message \(number) counts as missing")
      } else if number < known && !delivered.contains(index) {
        expect(numbers.contains(number), "4: message \(number) does not count as missing")
      }
    }
    expect(numbers.allSatisfy { (1...cast.messages.count).contains($0) }, "4: missing \(numbers)")
  }
}
