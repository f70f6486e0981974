// Invariant 1: a pad may not send if the book does not list it, or if its number is at most that of
// a closing. This is computed here whenever it is needed, and stored nowhere else.
internal import Pad

/// The one place for everything that concerns more than one pad (vernam-vault(5), "The contact
/// book").
struct ContactBook: Equatable, Sendable {
  struct Person: Equatable, Sendable {
    let id: ContactID
    var name: String
    var closing: Closing?
  }

  struct Pad: Equatable, Sendable {
    let id: PadID
    /// Given once, in ascending order: it says which of two pads is older, as no clock does. 0
    /// until the pad is listed.
    fileprivate(set) var number = 0
    var contact: ContactID
    let role: PadRole
    let shape: PadShape
    let keys: HeaderKeys
  }

  /// The greatest pad number; one more still fits its field.
  static let lastNumber = 1 << 31
  /// The most machines that can take turns with one vault.
  static let mostMachines = 4

  /// Random for each change, as in `PadState.Record`.
  var mark: UInt64 = 0
  private(set) var people: [Person] = []
  /// By number.
  private(set) var pads: [Pad] = []
  /// The ids of all pads.
  private(set) var padIDs: Set<PadID> = []
  private(set) var highestNumber = 0
  /// Of the whole vault.
  var closing: Closing?
  var identity: FileIdentity
  /// The first 16 bytes of SHA-256 of each machine's id.
  var machines: [[UInt8]] = []
  /// Where counters are kept outside the vault; nil if none are.
  var counterDirectory: String?

  init(identity: FileIdentity) { self.identity = identity }

  /// Restores a stored book. Nil if it contradicts itself.
  init?(
    people: [Person], pads: [Pad], highestNumber: Int, closing: Closing?, identity: FileIdentity
  ) {
    self.people = people
    self.pads = pads
    padIDs = Set(pads.map(\.id))
    self.highestNumber = highestNumber
    self.closing = closing
    self.identity = identity
    guard isConsistent else { return nil }
  }

  private var isConsistent: Bool {
    let ids = Set(people.map(\.id))
    let closings = people.map(\.closing) + [closing]
    return ids.count == people.count && Set(people.map(\.name)).count == people.count
      && padIDs.count == pads.count
      && pads.indices.dropFirst().allSatisfy { pads[$0 - 1].number < pads[$0].number }
      && pads.allSatisfy { ids.contains($0.contact) && $0.number >= 1 }
      && highestNumber <= ContactBook.lastNumber && pads.last?.number ?? 0 <= highestNumber
      && closings.allSatisfy { $0.map { (0...highestNumber).contains($0.through) } ?? true }
  }

  // MARK: Looking up

  func person(_ id: ContactID) -> Person? { people.first { $0.id == id } }

  func person(named name: String) -> Person? { people.first { $0.name == name } }

  func pad(_ id: PadID) -> Pad? { pads.first { $0.id == id } }

  func pads(of contact: ContactID) -> [Pad] { pads.filter { $0.contact == contact } }

  /// Also those that were added since the contact was looked up, or went to another one by a merge.
  func pads(of contact: Contact) -> [Pad] {
    pads.filter { pad in
      pad.contact == contact.id || contact.pads.contains { $0.id == pad.id }
    }
  }

  func name(of pad: Pad) -> String { person(pad.contact)!.name }

  /// Why a pad may no longer send; nil if it may.
  func closure(of pad: Pad) -> SendingClosure? {
    if let closing = person(pad.contact)?.closing, pad.number <= closing.through {
      return closing.reason
    }
    if let closing, pad.number <= closing.through { return closing.reason }
    return nil
  }

  // MARK: Changing

  /// Lists a pad under the next number. Adds a contact that is not known yet, with the given name
  /// or, if that is taken, with one that no other contact has.
  mutating func add(_ pad: Pad, named name: String? = nil) {
    if person(pad.contact) == nil {
      let name = name.flatMap { person(named: $0) == nil ? $0 : nil }
      people.append(
        Person(id: pad.contact, name: name ?? unusedName(for: pad.contact), closing: nil))
    }
    highestNumber += 1
    pads.append(pad)
    padIDs.insert(pad.id)
    pads[pads.count - 1].number = highestNumber
  }

  /// A name for a contact of which only the id is known.
  private func unusedName(for contact: ContactID) -> String {
    let name = "unnamed-\(contact.hexadecimal.prefix(8))"
    return person(named: name) == nil ? name : "unnamed-\(contact.hexadecimal)"
  }

  /// Drops pads, and contacts that have none left.
  mutating func remove(_ ids: Set<PadID>) {
    pads.removeAll { ids.contains($0.id) }
    padIDs.subtract(ids)
    let left = Set(pads.map(\.contact))
    people.removeAll { !left.contains($0.id) }
  }

  mutating func rename(_ id: ContactID, to name: String) {
    for index in people.indices where people[index].id == id { people[index].name = name }
  }

  /// Makes two contacts one. A closing of either now also covers the other's pads of that time.
  mutating func merge(_ old: ContactID, into new: ContactID) {
    let closing = Closing.further(person(old)?.closing, person(new)?.closing)
    for index in pads.indices where pads[index].contact == old { pads[index].contact = new }
    people.removeAll { $0.id == old }
    for index in people.indices where people[index].id == new { people[index].closing = closing }
  }

  /// Closes every pad for sending.
  mutating func closeAll(for reason: SendingClosure) {
    closing = Closing.further(closing, Closing(through: highestNumber, reason: reason))
  }

  /// Closes every pad of a contact for sending.
  mutating func close(_ contact: ContactID, for reason: SendingClosure) {
    for index in people.indices where people[index].id == contact {
      people[index].closing = Closing.further(
        people[index].closing, Closing(through: highestNumber, reason: reason))
    }
  }
}
