/// The only user of libzbar, which is opened when codes are scanned. Its functions are declared here,
/// since Debian's package of its header brings GTK 3 along.
@safe package final class QRDecoder: CodeDecoder {
  private typealias Make = @convention(c) () -> OpaquePointer?
  private typealias Free = @convention(c) (OpaquePointer) -> Void
  private typealias Configure = @convention(c) (OpaquePointer, Int32, Int32, Int32) -> Int32
  private typealias SetFormat = @convention(c) (OpaquePointer, CUnsignedLong) -> Void
  private typealias SetSize = @convention(c) (OpaquePointer, CUnsignedInt, CUnsignedInt) -> Void
  private typealias SetData =
    @convention(c) (OpaquePointer, UnsafeRawPointer?, CUnsignedLong, OpaquePointer?) -> Void
  private typealias Scan = @convention(c) (OpaquePointer, OpaquePointer) -> Int32
  private typealias Follow = @convention(c) (OpaquePointer) -> OpaquePointer?
  private typealias Data = @convention(c) (OpaquePointer) -> UnsafePointer<UInt8>?
  private typealias Count = @convention(c) (OpaquePointer) -> CUnsignedInt

  /// The file name in Debian's libzbar0.
  private static let name = "libzbar.so.0"
  /// ZBAR_CFG_ENABLE, ZBAR_NONE (all kinds of codes) and ZBAR_QRCODE of zbar.h.
  private static let (enable, all, qrCode): (Int32, Int32, Int32) = (0, 0, 64)
  /// "Y800": one byte of brightness for each pixel.
  private static let gray: CUnsignedLong = 0x3030_3859

  private let makeImage: Make
  private let freeImage: Free
  private let setFormat: SetFormat
  private let setSize: SetSize
  private let setData: SetData
  private let scan: Scan
  private let firstSymbol: Follow
  private let nextSymbol: Follow
  private let data: Data
  private let count: Count
  private let freeScanner: Free
  private let scanner: OpaquePointer

  package init() throws(QRError) {
    guard let library = SharedLibrary(QRDecoder.name),
      let makeScanner: Make = unsafe library.function("zbar_image_scanner_create"),
      let configure: Configure = unsafe library.function("zbar_image_scanner_set_config"),
      let freeScanner: Free = unsafe library.function("zbar_image_scanner_destroy"),
      let makeImage: Make = unsafe library.function("zbar_image_create"),
      let freeImage: Free = unsafe library.function("zbar_image_destroy"),
      let setFormat: SetFormat = unsafe library.function("zbar_image_set_format"),
      let setSize: SetSize = unsafe library.function("zbar_image_set_size"),
      let setData: SetData = unsafe library.function("zbar_image_set_data"),
      let scan: Scan = unsafe library.function("zbar_scan_image"),
      let firstSymbol: Follow = unsafe library.function("zbar_image_first_symbol"),
      let nextSymbol: Follow = unsafe library.function("zbar_symbol_next"),
      let data: Data = unsafe library.function("zbar_symbol_get_data"),
      let count: Count = unsafe library.function("zbar_symbol_get_data_length")
    else { throw .noDecoder }
    guard let scanner = unsafe makeScanner() else { preconditionFailure("no memory") }
    _ = unsafe configure(scanner, QRDecoder.all, QRDecoder.enable, 0)
    _ = unsafe configure(scanner, QRDecoder.qrCode, QRDecoder.enable, 1)
    unsafe self.makeImage = makeImage
    unsafe self.freeImage = freeImage
    unsafe self.setFormat = setFormat
    unsafe self.setSize = setSize
    unsafe self.setData = setData
    unsafe self.scan = scan
    unsafe self.firstSymbol = firstSymbol
    unsafe self.nextSymbol = nextSymbol
    unsafe self.data = data
    unsafe self.count = count
    unsafe self.freeScanner = freeScanner
    unsafe self.scanner = scanner
  }

  deinit { unsafe freeScanner(scanner) }

  package func texts(in picture: GrayPicture) -> [[UInt8]] {
    guard let image = unsafe makeImage() else { preconditionFailure("no memory") }
    defer { unsafe freeImage(image) }
    unsafe setFormat(image, QRDecoder.gray)
    unsafe setSize(image, CUnsignedInt(picture.width), CUnsignedInt(picture.height))
    return unsafe picture.pixels.withUnsafeBytes { pixels in
      unsafe setData(image, pixels.baseAddress, CUnsignedLong(pixels.count), nil)
      guard unsafe scan(scanner, image) > 0 else { return [] }
      var texts: [[UInt8]] = []
      var symbol = unsafe firstSymbol(image)
      while let found = unsafe symbol {
        let bytes = unsafe UnsafeBufferPointer(start: data(found), count: Int(count(found)))
        texts.append(unsafe Array(bytes))
        unsafe symbol = nextSymbol(found)
      }
      return texts
    }
  }
}
