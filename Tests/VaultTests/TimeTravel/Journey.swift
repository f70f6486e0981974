import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// Alice's vault, which goes back in time, and bob's, which does not.
struct Journey {
  /// How the past comes back.
  enum Way: String, CaseIterable, Sendable {
    /// Into the same files.
    case inPlace
    /// As new files, as a backup program or a copy makes them.
    case copied
  }

  /// What happened to the counters outside the vault.
  enum Counters: String, CaseIterable, Sendable { case kept, restored, deleted }

  static let older = VaultError.sendingClosed("bob", .vaultIsOlder)
  static let seen = VaultError.sendingClosed("bob", .peerHasSeenMore)
  static let closed = VaultError.sendingClosed("bob", .moved)

  let two: TwoVaults
  /// The pads that alice and bob had at the beginning, oldest first.
  let pads: [PadID]
  private let inside: VaultFiles
  private let outside: VaultFiles

  var path: String { two.directory + "/alice" }
  var bob: Vault { two.bob }
  var layout: VaultLayout { VaultLayout(directory: path) }
  var moved: VaultError { .moved(path: path) }

  /// A conversation, and the moment that will come back: alice has sent two messages and read one.
  /// By then alice and bob have `count` pads, and alice has a pad with each of the `others`.
  init(in directory: String, pads count: Int = 1, others: [String] = []) throws {
    let two = try TwoVaults(in: directory)
    self.two = two
    let more = try (1..<count).map { _ in try TwoVaults.addPad(to: two.alice, and: two.bob) }
    pads = [two.padID] + more
    for name in others { try TwoVaults.addPad(to: two.alice, of: name) }
    for _ in 0..<2 { _ = try two.bob.receiveText(two.alice.sendText("before", to: "bob")) }
    _ = try two.alice.receiveText(two.bob.sendText("before", to: "alice"))
    inside = try VaultFiles([directory + "/alice"])
    outside = try VaultFiles([directory + "/alice.state"])
  }

  /// Alice's environment, on this disk.
  func environment(_ storage: any Storage = Disk()) -> VaultEnvironment {
    var environment = TwoVaults.environment(path + ".state")
    environment.storage = storage
    return environment
  }

  /// Alice's vault as a newly started program finds it.
  func alice(machine: String = "test machine", on storage: any Storage = Disk()) throws -> Vault {
    var environment = environment(storage)
    environment.machineID = Array(machine.utf8)
    return try TwoVaults.open(path, environment)
  }

  /// The same for a program that only reads.
  func reader() throws -> Vault { try TwoVaults.open(path, environment(), for: .reading) }

  /// The counter of one of alice's pads, or of her contact book.
  func counter(of pad: PadID?) -> CounterFile { CounterFile(of: pad, two.alice) }

  // MARK: Going back

  func goBack(_ way: Way, _ counters: Counters) throws {
    if way == .copied { try copyBeside(".present", swapped: true) }
    try inside.restore()
    switch counters {
    case .kept: break
    case .restored: try outside.restore()
    case .deleted: try deleteCounters()
    }
  }

  /// Copies the vault. If `swapped`, the files at its path are the new ones; the old ones are kept
  /// elsewhere, or their inodes would be used again.
  @discardableResult
  func copyBeside(_ name: String, swapped: Bool = false) throws -> String {
    let other = path + name
    if swapped { try Disk().rename(path, to: other) }
    let (from, to) = swapped ? (other, path) : (path, other)
    try #require(try Program("cp").run(["-a", from, to]).status == 0)
    return other
  }

  func deleteCounters() throws {
    for name in try Disk().list(path + ".state") { try Disk().remove("\(path).state/\(name)") }
  }

  /// Gives a file another inode.
  func replace(_ file: String) throws {
    try #require(try Program("cp").run(["-a", file, file + ".copy"]).status == 0)
    // The old one has to stay somewhere, or its inode would be used again.
    let name = file.split(separator: "/").suffix(2).joined(separator: "-")
    try Disk().rename(file, to: "\(two.directory)/old-\(name)")
    try Disk().rename(file + ".copy", to: file)
  }

  /// Restores a backup from the middle of alice's next message, after she has sent one more.
  func goBackToMiddle(_ way: Way) throws {
    let state = layout.state(pads[0])
    var middle = inside[state]
    let secondSlot = PadState.slotBytes..<2 * PadState.slotBytes
    _ = try bob.receiveText(two.alice.sendText("half of it is in the backup", to: "bob"))
    middle.replaceSubrange(secondSlot, with: try readFile(state)[secondSlot])
    _ = try bob.receiveText(two.alice.sendText("after the backup", to: "bob"))
    try goBack(way, .kept)
    try VaultFiles.put(middle, in: state)
  }

  // MARK: What happens then

  /// Why alice cannot send; nil if she can. The message is not delivered.
  func refusal(_ vault: Vault? = nil, to name: String = "bob") throws -> VaultError? {
    let vault = try vault ?? alice()
    do {
      _ = try vault.sendText("x", to: name)
      return nil
    } catch let error as VaultError { return error }
  }

  /// Whether one of alice's counters is gone, whichever was checked first.
  func isCounterGone(_ error: VaultError?) -> Bool {
    if case .counterGone(let path)? = error { path.hasPrefix(self.path + ".state/") } else { false }
  }

  /// Why alice's pads with a contact are closed; nil for an open one.
  func closures(_ name: String = "bob") throws -> [SendingClosure?] {
    try alice().contact(name).pads.map(\.closure)
  }

  /// Alice reads a message that bob writes now.
  func hear() throws {
    let text = try alice().receiveText(bob.sendText("from bob", to: "alice"))
    #expect(text == "from bob")
  }

  /// Adds another pad for both.
  @discardableResult
  func addPad() throws -> PadID { try TwoVaults.addPad(to: alice(), and: bob) }

  /// Bob's hello after alice's vault has lost the last thing that she sent on a pad: the pad and
  /// its counter went back, so nothing else shows it.
  func helloThatHasSeenMore(on pad: PadID) throws -> [UInt8] {
    let (files, counter) = (try VaultFiles([layout.pad(pad)]), counter(of: pad))
    let before = try readFile(counter.path)
    try bob.receiveHello(alice().hello(pad: pad), pad: pad)
    try files.restore()
    try counter.put(before)
    return try bob.hello(pad: pad)
  }

  /// Has bob's message close what alice shares with bob, and nothing else.
  func closeByPeer(on pad: PadID) throws {
    try alice().receiveHello(helloThatHasSeenMore(on: pad), pad: pad)
  }

  /// Moves a pad's directory away while `body` runs.
  func without(_ pad: PadID, _ body: () throws -> Void) throws {
    let elsewhere = two.directory + "/away"
    try Disk().rename(layout.pad(pad), to: elsewhere)
    try body()
    try Disk().rename(elsewhere, to: layout.pad(pad))
  }
}

/// A journey in a directory of its own.
func withJourney(
  pads: Int = 1, others: [String] = [], _ body: (Journey) throws -> Void
) throws {
  try withQuickDirectory { try body(Journey(in: $0, pads: pads, others: others)) }
}
