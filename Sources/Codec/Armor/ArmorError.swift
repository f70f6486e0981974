/// Why a packet cannot be armored as asked.
package enum ArmorError: Error, Equatable, CustomStringConvertible {
  /// The message does not fit 255 parts, the most there may be, of so few characters; with
  /// `minimum` characters each, it does.
  case tooFewCharacters(minimum: Int)

  package var description: String {
    switch self {
    case .tooFewCharacters(let minimum):
      "no 255 parts of that length hold the message: allow at least \(minimum) characters in each"
    }
  }
}
