internal import CQRencode
internal import Glibc

/// The only user of libqrencode, which is opened when QR codes are requested.
@safe struct QREncoder {
  /// The file name in Debian's libqrencode4.
  private static let name = "libqrencode.so.4"

  private let newInput: QRInputNewFunction
  private let append: QRInputAppendFunction
  private let freeInput: QRInputFreeFunction
  private let encode: QRCodeEncodeFunction
  private let freeCode: QRCodeFreeFunction

  init() throws(Failure) {
    guard let library = unsafe dlopen(QREncoder.name, RTLD_NOW),
      let newInput = unsafe dlsym(library, "QRinput_new2"),
      let append = unsafe dlsym(library, "QRinput_append"),
      let freeInput = unsafe dlsym(library, "QRinput_free"),
      let encode = unsafe dlsym(library, "QRcode_encodeInput"),
      let freeCode = unsafe dlsym(library, "QRcode_free")
    else {
      throw Failure(
        "libqrencode is not installed", hint: "install libqrencode4, or send it without --qr",
        code: .unavailable)
    }
    // The types are those that qrencode.h declares for these names.
    unsafe self.newInput = unsafeBitCast(newInput, to: QRInputNewFunction.self)
    unsafe self.append = unsafeBitCast(append, to: QRInputAppendFunction.self)
    unsafe self.freeInput = unsafeBitCast(freeInput, to: QRInputFreeFunction.self)
    unsafe self.encode = unsafeBitCast(encode, to: QRCodeEncodeFunction.self)
    unsafe self.freeCode = unsafeBitCast(freeCode, to: QRCodeFreeFunction.self)
  }

  /// The smallest code that holds `text`, which must be no longer than the last capacity and have
  /// only characters of the alphanumeric mode.
  func code(_ text: [UInt8]) -> QRCode {
    let input = unsafe newInput(0, QR_ECLEVEL_L)
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
