internal import Program
internal import QR
internal import Widgets

/// Messages as QR codes, one at a time, for the other person to scan.
@MainActor final class CodesPage {
  /// Pixels of a module, so that its edges stay sharp when it is scaled.
  private static let modulePixels = 8
  /// Light modules around a code (ISO/IEC 18004, 6.3.8).
  private static let quietModules = 4

  let root: Widget
  let header: Widget
  private let model: WindowModel
  private let layout = Layout(PackageResources.codes_ui)
  private var shown: [QRCode] = []
  private var index = 0

  init(_ model: WindowModel) {
    self.model = model
    root = layout["codes"]
    header = layout["header"]
    layout["back"].on("clicked") { model.conversation?.hideCodes() }
    layout["previous"].on("clicked") { [self] in show(index - 1) }
    layout["next"].on("clicked") { [self] in show(index + 1) }
  }

  func show() {
    guard let conversation = model.conversation, let codes = conversation.codes, codes != shown
    else { return }
    shown = codes
    layout["words"].set(
      "label",
      "Ask \(conversation.name) to open your conversation in vernam, and to choose \"Scan a message\" "
        + "in its menu.")
    show(0)
  }

  private func show(_ index: Int) {
    self.index = index
    layout["previous"].set("sensitive", index > 0)
    layout["next"].set("sensitive", index + 1 < shown.count)
    for id in ["previous", "number", "next"] { layout[id].set("visible", shown.count > 1) }
    layout["number"].set("label", "Code \(index + 1) of \(shown.count)")
    let (pixels, width) = CodesPage.pixels(shown[index])
    layout["picture"].show(pixels: pixels, width: width)
  }

  private static func pixels(_ code: QRCode) -> ([UInt8], Int) {
    let modules = -quietModules..<code.width + quietModules
    var pixels: [UInt8] = []
    for row in modules {
      let line = modules.flatMap { column in
        [UInt8](repeating: code.isDark(row, column) ? 0 : 255, count: 3 * modulePixels)
      }
      for _ in 0..<modulePixels { pixels += line }
    }
    return (pixels, modules.count * modulePixels)
  }
}
