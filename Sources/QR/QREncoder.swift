internal import CQRencode
internal import Glibc

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
    guard let library = unsafe dlopen(QREncoder.name, RTLD_NOW),
      let newInput: QRInputNewFunction = unsafe function("QRinput_new2", of: library),
      let append: QRInputAppendFunction = unsafe function("QRinput_append", of: library),
      let freeInput: QRInputFreeFunction = unsafe function("QRinput_free", of: library),
      let encode: QRCodeEncodeFunction = unsafe function("QRcode_encodeInput", of: library),
      let freeCode: QRCodeFreeFunction = unsafe function("QRcode_free", of: library)
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

/// A function of an open library; `Function` is the type that its header declares. Nil if there is
/// none of that name.
private func function<Function>(
  _ name: String, of library: UnsafeMutableRawPointer
) -> Function? {
  guard let symbol = unsafe dlsym(library, name) else { return nil }
  return unsafe unsafeBitCast(symbol, to: Function?.self)
}
