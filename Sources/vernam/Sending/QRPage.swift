internal import Codec
internal import QR
internal import System
internal import Wording

/// Where QR codes are drawn, and how large they may be there.
struct QRPage {
  /// The smallest version that holds first words, a block and last words, whatever the numbers.
  private static let leastVersion = 4
  /// A line below a code, and one for the cursor.
  private static let otherRows = 2

  private let encoder: QREncoder
  private let drawing: QRDrawing
  private let columns: Int
  private let rows: Int
  private let isOnScreen: Bool

  /// The screen, or else a page with room for codes of every size. Throws if the screen is too
  /// small for any.
  init(isOnScreen: Bool, isASCII: Bool) throws(Failure) {
    do throws(QRError) { encoder = try QREncoder() } catch {
      throw Failure(
        error.what, hint: "run \"sudo apt install libqrencode4\", or leave out --qr",
        code: .unavailable)
    }
    let isColoured = isOnScreen && Machine.environment("NO_COLOR") == nil
    drawing = QRDrawing(isASCII: isASCII, isColoured: isColoured)
    columns = isOnScreen ? Stream.output.columns : .max
    rows = isOnScreen ? Stream.output.rows : .max
    self.isOnScreen = isOnScreen
    if version == nil { throw tooSmall }
  }

  /// The largest version that fits here.
  private var version: Int? {
    QRCode.capacities.indices.map { $0 + 1 }.last { version in
      let width = QRCode.width(version: version)
      return version >= QRPage.leastVersion && drawing.columns(width) <= columns
        && drawing.rows(width) + QRPage.otherRows <= rows
    }
  }

  /// Divides a packet of `count` bytes into as few codes as possible.
  func layout(_ count: Int) throws -> ArmorLayout {
    guard let version else { throw tooSmall }
    do throws(ArmorError) {
      return try ArmorLayout(
        count, maximumCharacters: QRCode.capacities[version - 1],
        blockCharacters: ArmorLine.blockCharacters)
    } catch {
      throw Failure(
        QRError.tooManyCodes.what,
        hint: "send it without --qr, or as a file with -o", code: .usage)
    }
  }

  private var tooSmall: Failure {
    let width = QRCode.width(version: QRPage.leastVersion)
    let size = { (drawing: QRDrawing) in
      "\(drawing.columns(width)) columns and \(drawing.rows(width) + QRPage.otherRows) rows"
    }
    let small = QRDrawing(isASCII: false, isColoured: drawing.isColoured)
    return Failure(
      "a terminal of \(columns) columns and \(self.rows) rows is too small for a QR code",
      hint: "make it \(size(drawing)) or more, perhaps with a smaller font"
        + (drawing.isASCII ? "; with a UTF-8 locale, \(size(small)) are enough" : ""),
      code: .unavailable)
  }

  /// The code of a part whose armor is `text`, under its number if there are several and nobody is
  /// asked for the next.
  func drawing(of text: [UInt8], _ part: ArmorLayout.Part) -> String {
    let code = encoder.code(ArmorLine.line(text))
    let isHeaded = part.parts > 1 && !isOnScreen
    return (isHeaded ? "part \(part.number) of \(part.parts)\n" : "") + drawing.draw(code)
  }

  /// On a screen with one of several codes, waits until the person has scanned it.
  func pause(after part: ArmorLayout.Part) {
    guard isOnScreen, part.parts > 1 else { return }
    let name = "Code \(part.number) of \(part.parts)."
    if part.number == part.parts { return StandardError.line(name) }
    _ = try? ControllingTerminal.ask("\(name) Press Enter for the next.")
  }
}
