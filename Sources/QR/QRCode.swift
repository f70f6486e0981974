/// A QR code (ISO/IEC 18004) with error correction level L.
package struct QRCode: Equatable, Sendable {
  /// The most characters in alphanumeric mode, for versions 1, 2 and so on (table 7). Larger
  /// versions are too fine for many cameras, and do not fit 80 columns.
  package static let capacities = [25, 47, 77, 114, 154, 195, 224, 279, 335, 395, 468, 535, 619]

  /// Modules per side.
  package let width: Int
  private let modules: [Bool]

  /// Modules per side in a version.
  package static func width(version: Int) -> Int { 17 + 4 * version }

  package init(width: Int, modules: [Bool]) {
    self.width = width
    self.modules = modules
  }

  /// Whether a module is dark; those around the code are light.
  package func isDark(_ row: Int, _ column: Int) -> Bool {
    let side = 0..<width
    return side.contains(row) && side.contains(column) && modules[row * width + column]
  }
}
