internal import Exchange
internal import Program
internal import Widgets

extension DeliveryState {
  /// What became of a message, or of a file, below it.
  func words(ofFile isFile: Bool) -> String {
    switch self {
    case .waiting: "Not sent yet: waiting until you are both here"
    case .sent: isFile ? "Sent, not saved there yet" : "Sent, not read there yet"
    case .arrived: "✓ Arrived"
    case .passed: "Not accepted: it was already read there, or skipped"
    case .removed: "Removed: it will not be sent any more"
    }
  }
}

extension Line.Saving {
  /// What became of a file, below it.
  var words: String {
    switch self {
    case .offered: "Not saved yet"
    case .underWay: "Saving…"
    case .done(let name): "✓ Saved in \(Folders.downloadsName) as \(name)"
    }
  }
}
