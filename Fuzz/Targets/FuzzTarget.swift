internal import Pad
internal import Primitives
internal import System

@testable internal import Vault

/// The parsers of a vault's files and of messages, each fed with arbitrary bytes: it may refuse
/// them, but must keep its promises about those that it accepts.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A copy of the header, with the right magic and hash.
  case header
  /// A slot of a state as it is on disk, with the right magic.
  case slot
  /// A state, sealed correctly.
  case state
  /// A contact book without its seal.
  case contacts
  /// A text with armored messages, read as a whole.
  case armor
  /// The same text, read a piece at a time; the first byte gives the size of the pieces.
  case stream
  /// Two texts separated by a NUL: parts from the first complete messages in the second.
  case parts
  /// A mail, read a piece at a time; the first byte gives the size of the pieces.
  case mail
  /// A packet, with the right header and tag.
  case packet
  /// A body, as if it had been authenticated.
  case body

  /// Longer inputs are cut.
  package static let maximumBytes = states.capacity

  private static let rootKey = SecretBytes(count: 32)
  private static let states = PadState.slots(of: PadID([UInt8](repeating: 7, count: 16)))

  /// The outcome of a run; of no interest to libFuzzer.
  package enum Outcome: Sendable { case taken, refused }

  /// Ends the process if a promise is broken.
  @discardableResult
  package func run(_ input: [UInt8]) -> Outcome {
    let input = Array(input.prefix(FuzzTarget.maximumBytes))
    let isTaken =
      switch self {
      case .header: FuzzTarget.header(input)
      case .slot: FuzzTarget.slot(input)
      case .state: FuzzTarget.state(input)
      case .contacts: FuzzTarget.contacts(input)
      case .armor: FuzzTarget.armor(input)
      case .stream: FuzzTarget.stream(input)
      case .parts: FuzzTarget.parts(input)
      case .mail: FuzzTarget.mail(input)
      case .packet: FuzzTarget.packet(input)
      case .body: FuzzTarget.body(input)
      }
    return isTaken ? .taken : .refused
  }

  private static func header(_ input: [UInt8]) -> Bool {
    let text = Array("vernam/v".utf8) + input.dropFirst(8).prefix(4056)
    let page = text + [UInt8](repeating: 0, count: 4064 - text.count)
    let whole = page + SHA256.hash(page.span)
    guard let header = try? VaultHeader(whole.span, path: "") else { return false }
    let again = header.page
    precondition((try? VaultHeader(again.span, path: "")) == header, "it is read as it was written")
    let empty = SecretBytes(count: 0)
    if header.cost == nil, let key = try? header.wrappingKey(empty) { _ = header.unwrap(with: key) }
    return true
  }

  private static func slot(_ input: [UInt8]) -> Bool {
    let text = PadState.format.magic + input.dropFirst(8)
    let slot = text + [UInt8](repeating: 0, count: states.slotBytes - text.count)
    precondition(SlotHead.covered(slot.span) <= states.slotBytes)
    return isOpened(slot)
  }

  private static func state(_ input: [UInt8]) -> Bool {
    let text = SecretBytes(copying: input.span)
    let slot = states.seal(
      text, generation: 1, slot: 0, covering: states.slotBytes, rootKey: rootKey,
      randomness: KernelRandomness())
    guard isOpened(slot) else { return false }
    let state = text.withBytes { PadState.decoded($0) }!
    precondition(state.encoded().withBytes { $0.publicCopy } == input, "one form only")
    let chunks = state.record.shape.chunks
    let spent = state.tree.punctured([0..<1, chunks - 1..<chunks])
    precondition(!spent.living.intersects(0..<1), "a spent chunk has no key")
    precondition(!spent.living.intersects(chunks - 1..<chunks), "a spent chunk has no key")
    return true
  }

  private static func contacts(_ input: [UInt8]) -> Bool {
    guard var book = ContactBook.decoded(input.span) else { return false }
    precondition(book.encoded().withBytes { $0.publicCopy } == input, "one form only")
    for pad in book.pads { precondition(ContactName.isValid(book.name(of: pad))) }
    book.closeAll(for: .vaultIsOlder)
    guard let again = book.encoded().withBytes({ ContactBook.decoded($0) }) else {
      preconditionFailure("a closed book can be read again")
    }
    precondition(again.pads.count == book.pads.count)
    precondition(again.pads.allSatisfy { again.closure(of: $0) != nil }, "no pad sends any more")
    return true
  }

  private static func isOpened(_ slot: [UInt8]) -> Bool {
    do throws(VaultError) {
      guard let opened = try states.open(slot.span, slot: 0, of: "", rootKey: rootKey)
      else { return false }
      return opened.content.isConsistent
    } catch { return false }
  }
}
