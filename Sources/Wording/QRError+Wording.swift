package import QR

extension QRError {
  /// One line that says what is wrong.
  package var what: String {
    switch self {
    case .noLibrary: "the library for QR codes is not installed"
    case .tooManyCodes: "the message needs more than 255 QR codes"
    }
  }
}
