internal import CQRencode

/// The only user of libqrencode, which is opened when QR codes are requested.
@safe package struct QREncoder {
  /// The file name in Debian's libqrencode4.
  private static let name = "libqrencode.so.4"

  private let newInput: QRInputNewFunction
  private let append: QRInputAppendFunction
  private let freeInput: QRInputFreeFunction
  private let encode: QRCodeEncodeFunction
  private let freeCode: QRCodeFreeFunction

  package init() throws(QRError) {
    guard let library = SharedLibrary(QREncoder.name),
      let newInput: QRInputNewFunction = unsafe library.function("QRinput_new2"),
      let append: QRInputAppendFunction = unsafe library.function("QRinput_append"),
      let freeInput: QRInputFreeFunction = unsafe library.function("QRinput_free"),
      let encode: QRCodeEncodeFunction = unsafe library.function("QRcode_encodeInput"),
      let freeCode: QRCodeFreeFunction = unsafe library.function("QRcode_free")
    else {
      throw .noLibrary
    }
    unsafe self.newInput = newInput
    unsafe self.append = append
    unsafe self.freeInput = freeInput
    unsafe self.encode = encode
    unsafe self.freeCode = freeCode
  }

  /// The smallest code that holds `text`, which must be no longer than the last capacity and have
  /// only characters of the alphanumeric mode.
  package func code(_ text: [UInt8]) -> QRCode {
    guard let input = unsafe newInput(0, QR_ECLEVEL_L) else { preconditionFailure("no memory") }
    defer { unsafe freeInput(input) }
    let code = unsafe text.withUnsafeBufferPointer { text in
      unsafe append(input, QR_MODE_AN, Int32(text.count), text.baseAddress) == 0
        ? encode(input) : nil
    }
    guard let code = unsafe code else { preconditionFailure("the text does not fit a QR code") }
    defer { unsafe freeCode(code) }
    let width = unsafe Int(code.pointee.width)
    // The lowest bit is the module; the others say what it is for.
    let modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width)
    return QRCode(width: width, modules: unsafe modules.map { $0 & 1 == 1 })
  }
}
