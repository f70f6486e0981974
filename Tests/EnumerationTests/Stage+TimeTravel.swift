import Pad

@testable import Vault

// A vault, or a part of it, that was copied or goes back in time before a workload finds it.
extension Stage {
  // MARK: New files

  /// The files of the first pad as they were before the last message that was sent, copied back as
  /// new files.
  func restore() {
    let before = Bases.shared.world(.used)
    for path in [paths.state(cast.padID), paths.chunks(cast.padID)] {
      replace(path, with: before.medium.contents(at: path)!.durable)
    }
    machine.medium.syncAll()
    // What was sent since is not known to it; that it sends no more is what is watched.
    ledger = before.ledger
    move(vouching: true)
    ledger.closeAll(cast)
  }

  /// The files of the first pad are copies, and nothing else is.
  func copyPad() {
    for path in [paths.state(cast.padID), paths.chunks(cast.padID)] {
      replace(path, with: bytes(at: path))
    }
    machine.medium.syncAll()
  }

  /// Every file of the vault is a copy.
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

  /// Runs `after`, and puts back what files held before it.
  private func rewind(_ files: [String], _ after: (Session) -> Void) {
    let before = files.map { ($0, bytes(at: $0)) }
    after(Session(self))
    for (path, bytes) in before { machine.medium.replaceDurably(path, bytes) }
    // The counters are not synced: a power cut before this is not to be noticed.
    machine.medium.syncAll()
  }

  /// The vault forgets what it has done since `before`, and may send nothing ever again.
  private func forgetSince(_ before: Ledger) {
    ledger = before
    ledger.closeAll(cast)
  }

  /// The first pad from a backup that was made in the middle of a change, put back after one more
  /// message.
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

  /// The same of the contact book.
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

  /// The state alone, with its counter: a chunk is wiped of which the state has the key.
  func restoreState() {
    let before = ledger
    rewind([paths.state(cast.padID), counterPath(of: cast.pad)]) { $0.send("since then") }
    forgetSince(before)
  }

  /// The contact book alone, as it was before a change that a state has seen. `counter`: the
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

  /// The contact book alone, with its counter, as it was before the other pad was made.
  func restoreBookBeforeOtherPad() {
    let before = Bases.shared.world(.used).medium
    for path in [paths.book, counterPath(of: nil)] {
      machine.medium.replaceDurably(path, before.contents(at: path)!.durable)
    }
    machine.medium.syncAll()
    ledger.closeAll(cast)
    guard let owner = ledger.person(of: cast.otherPad.id), owner > 0 else { return }
    // The state knows whose it is, and not what the person was called.
    ledger.people[owner].isUnnamed = true
  }
}
