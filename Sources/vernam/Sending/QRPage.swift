internal import Codec
internal import System

/// Where QR codes are to stand, and how large they may be there.
struct QRPage {
  /// The least version that holds first words, a block and last words with any numbers.
  private static let leastVersion = 4
  /// A line above a code, and one below for the cursor.
  private static let otherRows = 2

  private let drawing: QRDrawing
  private let columns: Int
  private let rows: Int

  init(drawing: QRDrawing, columns: Int, rows: Int) {
    self.drawing = drawing
    self.columns = columns
    self.rows = rows
  }

  /// The screen, or else a page that has room for codes of every size.
  init(isOnScreen: Bool, isASCII: Bool) {
    let isColoured = isOnScreen && Machine.environment("NO_COLOR") == nil
    self.init(
      drawing: QRDrawing(isASCII: isASCII, isColoured: isColoured),
      columns: isOnScreen ? Stream.output.columns : .max,
      rows: isOnScreen ? Stream.output.rows : .max)
  }

  /// The largest version that can be seen whole here.
  private var version: Int? {
    QRCode.capacities.indices.map { $0 + 1 }.last { version in
      let width = QRCode.width(version: version)
      return version >= QRPage.leastVersion && drawing.columns(width) <= columns
        && drawing.rows(width) + QRPage.otherRows <= rows
    }
  }

  /// A packet of so many bytes in as few codes as will do.
  func layout(_ count: Int) throws -> ArmorLayout {
    guard let version else { throw tooSmall }
    do throws(ArmorError) {
      return try ArmorLayout(
        count, maximumCharacters: QRCode.capacities[version - 1],
        blockCharacters: ArmorLine.blockCharacters)
    } catch {
      throw Failure(
        "the message needs more than 255 QR codes",
        hint: "send it without --qr, or as a file with -o", code: .usage)
    }
  }

  private var tooSmall: Failure {
    let width = QRCode.width(version: QRPage.leastVersion)
    let rows = drawing.rows(width) + QRPage.otherRows
    return Failure(
      "a terminal of \(columns) columns and \(self.rows) rows is too small for a QR code",
      hint: "make it \(drawing.columns(width)) columns and \(rows) rows or more, with smaller "
        + "letters perhaps" + (drawing.isASCII ? "; a UTF-8 locale does with half" : ""),
      code: .unavailable)
  }

  /// The code of a part whose armor is `text`, under its number where there are several.
  func drawing(of text: [UInt8], _ part: ArmorLayout.Part) -> String {
    let code = QRCode(ArmorLine.line(text))
    let head = part.parts > 1 ? "part \(part.number) of \(part.parts)\n" : ""
    return head + drawing.draw(code)
  }
}
