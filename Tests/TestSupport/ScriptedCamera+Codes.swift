package import QR

extension ScriptedCamera {
  /// Pixels of a module; a code with its light edge fits a picture of 640 x 480.
  private static let modulePixels = 6

  /// A picture of 640 x 480 in format GREY: the code, light edge and all, on a gray wall.
  package static func picture(of code: QRCode) -> [UInt8] {
    let (columns, rows) = (640, 480)
    var pixels = [UInt8](repeating: 120, count: columns * rows)
    let side = (code.width + 8) * modulePixels
    for row in 0..<side {
      for column in 0..<side {
        let isDark = code.isDark(row / modulePixels - 4, column / modulePixels - 4)
        pixels[(row + 5) * columns + column + 70] = isDark ? 30 : 210
      }
    }
    return pixels
  }

  /// A camera that sees the codes one after the other, over and over.
  package static func seeing(_ codes: [QRCode]) -> ScriptedCamera {
    let camera = ScriptedCamera("GREY", width: 640, height: 480)
    let pictures = codes.map(picture)
    var count = 0
    camera.picture = {
      count += 1
      return (pictures[(count - 1) % pictures.count], false)
    }
    return camera
  }
}
