internal import System

/// The contact book as it was found, and what that says about the vault.
struct BookReading {
  var book: ContactBook
  var generation: UInt64
  /// Both slots are damaged: this book was made from the pads' states, and nothing may be sent.
  var isDamaged = false
  /// Both slots are valid and agree; otherwise the next change repairs that.
  var isSettled = true
  /// The file is not the one that was recorded: the vault was copied, restored or moved.
  var isOtherFile = false
  /// The vault was not used on this machine before.
  var isOtherMachine = false
  /// Why the book's counter could not be compared: it is gone, or cannot be read.
  var counterFault: VaultError?
  /// The book's counter is ahead of it: the vault went back. This is the counter's generation.
  var newerGeneration: UInt64?
  /// While this is held, nobody changes the book. Nil if it is not locked.
  var lock: (any StoredFile)?

  var isMoved: Bool { isOtherFile || isOtherMachine }
}
