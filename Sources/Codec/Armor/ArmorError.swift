/// Why a packet cannot be armored as asked.
package enum ArmorError: Error, Equatable {
  /// The message does not fit into 255 parts, the most there may be, of so few characters; with
  /// `minimum` characters each, it does.
  case tooFewCharacters(minimum: Int)
}
