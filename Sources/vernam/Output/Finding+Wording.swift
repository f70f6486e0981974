internal import Doctor
internal import Vault

extension Finding {
  /// One line that says what was found.
  var text: String {
    switch what {
    case .words(let words): words
    case .error(let error): error.what
    case .closedPad(let name, let closure):
      "one of \(name)'s pads sends no more: \(closure.reason)"
    }
  }

  /// One line that says what to do; nil if all is well.
  var advice: String? {
    if case .error(let error) = what { hint ?? error.hint } else { hint }
  }
}
