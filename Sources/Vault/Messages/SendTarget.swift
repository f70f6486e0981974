package import System

/// Where a packet goes.
package enum SendTarget {
  /// Memory, or the spool if it is too large: the caller reads it from there.
  case memory
  /// The packet's own file, which must be empty and which nobody else reads yet.
  case file(any StoredFile)
  /// A file in the vault, kept until the other end confirms that the packet arrived. Its body fills
  /// its chunks.
  case outbox

  var isOutbox: Bool { if case .outbox = self { true } else { false } }
}
