internal import Program
internal import QR
internal import Widgets

/// What the camera sees, while it looks for the codes of a message.
@MainActor final class ScanPage {
  /// The most pixels of a row that are shown.
  private static let mostColumns = 640

  let root: Widget
  let header: Widget
  private let model: WindowModel
  private let layout = Layout(PackageResources.scan_ui)

  init(_ model: WindowModel) {
    self.model = model
    root = layout["scan"]
    header = layout["header"]
    layout["back"].on("clicked") { model.conversation?.stopScan() }
  }

  func show() {
    let scan = model.conversation?.scan
    layout["words"].set("label", scan?.words ?? "")
    guard let picture = scan?.picture else { return layout["picture"].show(pixels: [], width: 0) }
    let step = (picture.width + ScanPage.mostColumns - 1) / ScanPage.mostColumns
    let (width, height) = (picture.width / step, picture.height / step)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for row in 0..<height {
      // As in a mirror, so that people move the code the right way.
      for column in (0..<width).reversed() {
        let gray = picture.pixels[row * step * picture.width + column * step]
        for _ in 0..<3 { pixels.append(gray) }
      }
    }
    layout["frame"].set("ratio", Double(width) / Double(height))
    layout["picture"].show(pixels: pixels, width: width)
  }
}
