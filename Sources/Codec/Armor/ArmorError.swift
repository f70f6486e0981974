/// Why a packet cannot be armored as asked.
package enum ArmorError: Error, Equatable, CustomStringConvertible {
  /// The message does not fit 255 parts, the most there may be, of so few characters; with
  /// `minimum` characters each, it does.
  case tooFewCharacters(minimum: Int)

  package var description: String {
    switch self {
    case .tooFewCharacters(let minimum):
      "too few characters for 255 parts: allow at least \(minimum) in each"
    }
  }
}
