package import System

extension SystemError {
  /// Whether the disk is full, or this person's part of it.
  package var isOutOfSpace: Bool {
    [SystemError.noSpace, SystemError.quotaExceeded].contains(code)
  }

  /// What to do before trying again, in words that go before that; empty if there is nothing.
  package var beforeTryingAgain: String {
    isOutOfSpace ? "free some space on this disk, then " : ""
  }

  /// One line that says what to do.
  package var hint: String {
    switch code {
    case SystemError.noSpace, SystemError.quotaExceeded:
      "free some space on this disk, and try again"
    case SystemError.readOnly: "this disk is read-only: use another folder, or mount it for writing"
    case SystemError.notPermitted: "you may not use this file: ask its owner"
    case SystemError.notFound, SystemError.notADirectory: "check the path with \"ls\""
    case SystemError.isDirectory: "name a file in it, or pack it with tar"
    case SystemError.exists: "choose another name, or add --force to overwrite the file"
    case SystemError.interrupted: "nothing was used up: run it again when you like"
    case SystemError.brokenPipe: "the next program in the pipe ended: run the command again"
    default: "check the disk and try again"
    }
  }
}
