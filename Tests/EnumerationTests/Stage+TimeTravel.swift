import Pad

@testable import Vault

// Vaults, or parts of them, that are copied or go back in time before a workload finds them.
extension Stage {
  // MARK: New files

  /// Restores the files of the first pad, as new files, from before the last message was sent.
  func restore() {
    let before = Bases.shared.world(.used)
    for path in [paths.state(cast.padID), paths.chunks(cast.padID)] {
      replace(path, with: before.medium.contents(at: path)!.durable)
    }
    machine.medium.syncAll()
    // The vault does not know what was sent since; the tests watch that it sends no more.
    ledger = before.ledger
    move(vouching: true)
    ledger.closeAll(cast)
  }

  /// Replaces the files of the first pad, and nothing else, by copies.
  func copyPad() {
    for path in [paths.state(cast.padID), paths.chunks(cast.padID)] {
      replace(path, with: bytes(at: path))
    }
    machine.medium.syncAll()
  }

  /// Replaces every file of the vault by a copy.
  func copyVault() {
    for (path, node) in machine.medium.names where path.hasPrefix(Cast.directory + "/") {
      if case .file = node { replace(path, with: bytes(at: path)) }
    }
    machine.medium.syncAll()
    for pad in ledger.chunkFiles.keys {
      ledger.chunkFiles[pad] = machine.medium.names[paths.chunks(pad)]?.inode
    }
  }

  /// The original is elsewhere, on another disk.
  private func replace(_ path: String, with bytes: [UInt8]) {
    machine.medium.replaceDurably(path, [UInt8](repeating: 0, count: bytes.count))
    machine.medium.change(.remove(path))
    _ = machine.medium.add(path, isDirectory: false)
    machine.medium.replaceDurably(path, bytes)
  }

  func move(vouching: Bool) {
    ledger.isMoved = true
    ledger.vouches = vouching
    if !vouching { ledger.closeAll(cast) }
  }

  // MARK: The same files

  /// Runs `after`, then puts back what the files held before.
  private func rewind(_ files: [String], _ after: (Session) -> Void) {
    let before = files.map { ($0, bytes(at: $0)) }
    after(Session(self))
    for (path, bytes) in before { machine.medium.replaceDurably(path, bytes) }
    // Counters are not synced: if a power cut lost them, nothing could notice the rewinding.
    machine.medium.syncAll()
  }

  /// Lets the ledger forget everything since `before`; the vault may never send again.
  private func forgetSince(_ before: Ledger) {
    ledger = before
    ledger.closeAll(cast)
  }

  /// Restores the first pad, after one more message, from a backup made in the middle of a change.
  func restoreMiddle() {
    let (state, before) = (paths.state(cast.padID), ledger)
    let first = bytes(at: state)
    rewind([paths.chunks(cast.padID)]) { session in
      session.send("half of it is in the backup")
      let middle = first.prefix(first.count / 2) + bytes(at: state).suffix(first.count / 2)
      session.send("after the backup")
      machine.medium.replaceDurably(state, Array(middle))
    }
    forgetSince(before)
  }

  /// The same for the contact book.
  func restoreMiddleOfBook() {
    let (name, before) = ("half of it is in the backup", ledger)
    let first = bytes(at: paths.book)
    rewind([]) { session in
      session.rename(to: name)
      let middle = first.prefix(first.count / 2) + bytes(at: paths.book).suffix(first.count / 2)
      session.rename(to: "after the backup")
      machine.medium.replaceDurably(paths.book, Array(middle))
    }
    forgetSince(before)
    ledger.people[0].names.append(name)
  }

  /// Restores only the state, with its counter: a chunk whose key it has is wiped.
  func restoreState() {
    let before = ledger
    rewind([paths.state(cast.padID), counterPath(of: cast.pad)]) { $0.send("since then") }
    forgetSince(before)
  }

  /// Restores only the contact book, from before a change that a state has seen. `counter`: the
  /// book's counter goes back with it.
  func restoreBook(counter: Bool) {
    let people = ledger.people
    rewind([paths.book] + (counter ? [counterPath(of: nil)] : [])) { session in
      session.rename(to: "since then")
      session.send("the state has seen it")
    }
    ledger.people = people
    ledger.closeAll(cast)
  }

  /// Restores only the contact book, with its counter, from before the other pad was made.
  func restoreBookBeforeOtherPad() {
    let before = Bases.shared.world(.used).medium
    for path in [paths.book, counterPath(of: nil)] {
      machine.medium.replaceDurably(path, before.contents(at: path)!.durable)
    }
    machine.medium.syncAll()
    ledger.closeAll(cast)
    guard let owner = ledger.person(of: cast.otherPad.id), owner > 0 else { return }
    // The state knows whose pad it is, but not the person's name.
    ledger.people[owner].isUnnamed = true
  }
}
