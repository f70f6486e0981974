/// Why there is no QR code.
package enum QRError: Error, Equatable {
  /// libqrencode is not installed.
  case noLibrary
  /// The message needs more than 255 codes.
  case tooManyCodes
}
