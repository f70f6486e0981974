internal import Pad

/// A piece of material that can be handed from one thread to another.
final class Piece: Sendable {
  let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}
