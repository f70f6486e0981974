internal import System

/// Where a person's vault is, unless they name another place (vernam(1), FILES).
package enum VaultPlaces {
  /// `VERNAM_VAULT`, or else a folder for data; nil if there is no home directory.
  package static func directory() -> String? {
    if let named = Machine.environment("VERNAM_VAULT") { return trimmed(named) }
    return place("XDG_DATA_HOME", ".local/share")
  }

  /// Where a new vault keeps its counters, outside its own directory.
  package static func counterDirectory() -> String? { place("XDG_STATE_HOME", ".local/state") }

  /// The path without slashes at its end.
  package static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func place(_ variable: String, _ fallback: String) -> String? {
    if let base = Machine.environment(variable), base.hasPrefix("/") { return base + "/vernam" }
    return Machine.environment("HOME").map { "\($0)/\(fallback)/vernam" }
  }
}
