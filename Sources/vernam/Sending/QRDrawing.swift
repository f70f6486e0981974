internal import QR

/// QR codes drawn with characters: each shows two modules, one above the other, or in ASCII two
/// characters show one module.
struct QRDrawing {
  /// Light modules around a code (ISO/IEC 18004, 6.3.8).
  static let quietModules = 4
  /// Black on white, in colours that are the same on every terminal, and back to normal.
  private static let (black, white, end) = ("16", "231", "\u{1B}[0m")

  let isASCII: Bool
  /// Whether the drawing sets its own colours. If not, it has the colours of text.
  let isColoured: Bool

  /// Columns that a code of `width` modules needs.
  func columns(_ width: Int) -> Int {
    (width + 2 * QRDrawing.quietModules) * (isASCII ? 2 : 1)
  }

  /// Rows that it needs.
  func rows(_ width: Int) -> Int {
    let modules = width + 2 * QRDrawing.quietModules
    return isASCII ? modules : (modules + 1) / 2
  }

  /// The lines of a code, each with its line end.
  func draw(_ code: QRCode) -> String {
    let side = -QRDrawing.quietModules..<code.width + QRDrawing.quietModules
    let rows = stride(from: side.lowerBound, to: side.upperBound, by: isASCII ? 1 : 2)
    return rows.map { row in
      isASCII
        ? asciiLine(side.map { code.isDark(row, $0) })
        : halvesLine(side.map { (code.isDark(row, $0), code.isDark(row + 1, $0)) })
    }.joined()
  }

  private func halvesLine(_ modules: [(upper: Bool, lower: Bool)]) -> String {
    let line = modules.map { module in
      switch module {
      case (true, true): "█"
      case (true, false): "▀"
      case (false, true): "▄"
      case (false, false): " "
      }
    }.joined()
    let colours = "\u{1B}[38;5;\(QRDrawing.black);48;5;\(QRDrawing.white)m"
    return isColoured ? colours + line + QRDrawing.end + "\n" : line + "\n"
  }

  /// With colours all characters are blanks: no letter fills its cell.
  private func asciiLine(_ modules: [Bool]) -> String {
    var line = ""
    var last: Bool?
    for isDark in modules {
      if isColoured, last != isDark {
        line += "\u{1B}[48;5;\(isDark ? QRDrawing.black : QRDrawing.white)m"
      }
      line += isDark && !isColoured ? "##" : "  "
      last = isDark
    }
    return line + (isColoured ? QRDrawing.end : "") + "\n"
  }
}
