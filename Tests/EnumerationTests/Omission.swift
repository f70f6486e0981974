import System

/// Something that the vault asks of the storage and that is left out. The tests prove with it that
/// they would notice a vault that does not ask.
enum Omission: CaseIterable, Sendable {
  /// The sync of a state before it is read.
  case stateFirstSync
  /// Reading a state past the page cache: the answer is what is cached.
  case stateReadPastCache
  /// The sync of slot 1 of a state, the commit point.
  case stateCommitSync
  /// The writing of slot 0 of a state, or only its sync.
  case stateSecondSlot, stateSecondSync

  /// The sync of the contact book before it is read or relied on.
  case bookFirstSync
  case bookReadPastCache
  case bookCommitSync
  case bookSecondSlot, bookSecondSync

  /// The overwriting of spent chunks, or only its sync.
  case wipe, wipeSync
  /// The syncs of a new pad's files and of the directories that they are in.
  case newPadSync
  /// The sync of a new counter and of the directory that it is in.
  case newCounterSync
  /// The sync of the list of forgotten pads.
  case forgottenSync

  /// Locks are always granted.
  case padLock, bookLock
  /// Comparing an open state with what is at its path: the answer is always the open one.
  case comparison
}

/// A file of a vault, told by its path.
enum FileKind {
  case state, chunks, book, counter, forgotten, other

  init(_ path: String) {
    if path.hasPrefix(Cast.counters + "/") {
      self = .counter
    } else if path.hasSuffix("/state") || path.hasSuffix("/state.new") {
      self = .state
    } else if path.contains("/pads/") && path.hasSuffix("/pad") {
      self = .chunks
    } else if path.hasSuffix("/contacts") {
      self = .book
    } else if path.hasSuffix("/gone") {
      self = .forgotten
    } else {
      self = .other
    }
  }

  var hasSlots: Bool {
    switch self {
    case .state, .book: true
    default: false
    }
  }
}

extension Omission {
  /// A sync of a file. `isNew`: it was made through this handle. `slot`: the one that was written
  /// last through it, nil if none was.
  static func ofSync(_ kind: FileKind, isNew: Bool, slot: Int?) -> Omission? {
    switch (kind, isNew, slot) {
    case (.state, true, _), (.chunks, true, _): .newPadSync
    case (.counter, true, _): .newCounterSync
    case (.state, false, nil): .stateFirstSync
    case (.state, false, 1?): .stateCommitSync
    case (.state, false, _): .stateSecondSync
    case (.book, false, nil): .bookFirstSync
    case (.book, false, 1?): .bookCommitSync
    case (.book, false, _): .bookSecondSync
    case (.chunks, false, _): .wipeSync
    case (.forgotten, false, _): .forgottenSync
    default: nil
    }
  }

  static func ofWrite(_ kind: FileKind, isNew: Bool, slot: Int?) -> Omission? {
    switch (kind, isNew, slot) {
    case (.state, false, 0?): .stateSecondSlot
    case (.book, false, 0?): .bookSecondSlot
    case (.chunks, false, _): .wipe
    default: nil
    }
  }

  static func ofReadPastCache(_ kind: FileKind) -> Omission? {
    switch kind {
    case .state: .stateReadPastCache
    case .book: .bookReadPastCache
    default: nil
    }
  }

  static func ofLock(_ kind: FileKind) -> Omission? {
    switch kind {
    case .state: .padLock
    case .book: .bookLock
    default: nil
    }
  }

  static func ofDirectorySync(_ path: String) -> Omission? {
    if path == Cast.counters { return .newCounterSync }
    return path.hasSuffix("/pads") || path.contains("/pads/") ? .newPadSync : nil
  }
}
