package import QR

extension QRError {
  /// One line that says what is wrong.
  package var what: String {
    switch self {
    case .noLibrary: "the library for QR codes is not installed"
    case .tooManyCodes: "the message needs more than 255 QR codes"
    case .noDecoder: "the library that reads QR codes is not installed"
    case .decoderFailed: "the library that reads QR codes failed on what the camera sees"
    case .noCamera: "this computer has no camera"
    case .noPictureFormat(let camera):
      "\(camera) sends pictures in a format that vernam cannot read"
    case .camera(let error): error.cameraWhat
    case .cameraSilent(let camera): "\(camera) sends no usable pictures"
    }
  }
}
