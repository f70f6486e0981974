package import System

/// Why there is no QR code, or none was scanned.
package enum QRError: Error, Equatable {
  /// libqrencode is not installed.
  case noLibrary
  /// The message needs more than 255 codes.
  case tooManyCodes
  /// libzbar is not installed.
  case noDecoder
  /// The process that looks for codes in pictures ended, or said nothing for too long.
  case decoderFailed
  /// This computer has no camera.
  case noCamera
  /// A camera whose pictures are in no format that is known here.
  case noPictureFormat(camera: String)
  case camera(SystemError)
  /// No picture came for a while.
  case cameraSilent(String)
}
