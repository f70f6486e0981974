import System

/// Something that the vault asks of the storage and the storage leaves out. With it, the tests
/// prove that they would notice a vault that does not ask.
enum Omission: CaseIterable, Sendable {
  /// The sync of a state before it is read.
  case stateFirstSync
  /// Reading a state past the page cache: the cached bytes are returned.
  case stateReadPastCache
  /// The sync of slot 1 of a state, the commit point.
  case stateCommitSync
  /// Writing slot 0 of a state, or only its sync.
  case stateSecondSlot, stateSecondSync

  /// The sync of the contact book before it is read or relied on.
  case bookFirstSync
  case bookReadPastCache
  case bookCommitSync
  case bookSecondSlot, bookSecondSync

  /// Overwriting spent chunks, or only the sync of that.
  case wipe, wipeSync
  /// The syncs of a new pad's files and of the directories that they are in.
  case newPadSync
  /// The sync of a new counter and of the directory that it is in.
  case newCounterSync
  /// The sync of the list of forgotten pads.
  case forgottenSync

  /// Locks are always granted.
  case padLock, bookLock
  /// Comparing an open state with the file at its path: they always seem to be the same.
  case comparison
}

/// The kind of a vault's file, known from its path.
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
  /// The omission of a sync. `isNew`: the file was created through this handle. `slot`: the slot
  /// last written through it, nil if none was.
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
