internal import CQRencode

/// A QR code (ISO/IEC 18004) with error correction level L. The only user of libqrencode.
struct QRCode {
  /// The most characters that its alphanumeric mode takes in versions 1, 2 and so on (table 7). Larger
  /// ones are too fine for many cameras, and do not fit 80 columns.
  static let capacities = [25, 47, 77, 114, 154, 195, 224, 279, 335, 395, 468, 535, 619]

  /// Modules of a side.
  let width: Int
  private let modules: [Bool]

  /// Modules of a side in a version.
  static func width(version: Int) -> Int { 17 + 4 * version }

  /// The least version that holds `text`, which is no longer than the last capacity and made of the
  /// characters of the alphanumeric mode.
  init(_ text: [UInt8]) {
    let input = unsafe QRinput_new2(0, QR_ECLEVEL_L)
    defer { unsafe QRinput_free(input) }
    let code = unsafe text.withUnsafeBufferPointer { text in
      unsafe QRinput_append(input, QR_MODE_AN, Int32(text.count), text.baseAddress) == 0
        ? QRcode_encodeInput(input) : nil
    }
    guard let code = unsafe code else { preconditionFailure("the text is none for a QR code") }
    defer { unsafe QRcode_free(code) }
    let width = unsafe Int(code.pointee.width)
    self.width = width
    // The lowest bit is the module; the others say what it is for.
    modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width).map {
      $0 & 1 == 1
    }
  }

  /// Whether a module is dark; those around the code are light.
  func isDark(_ row: Int, _ column: Int) -> Bool {
    let side = 0..<width
    return side.contains(row) && side.contains(column) && modules[row * width + column]
  }
}
