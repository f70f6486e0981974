/// Paths below a vault's directory (vernam-vault(5)).
struct VaultLayout {
  let directory: String

  var header: String { directory + "/vault" }
  var pads: String { directory + "/pads" }
  var gone: String { directory + "/gone" }
  /// The contact book.
  var contacts: String { directory + "/contacts" }
  var spool: String { directory + "/spool" }
  /// Parts of incomplete messages, as armor.
  var parts: String { directory + "/parts" }
  /// Tells backup programs to leave the directory out (bford.info/cachedir).
  var cacheTag: String { directory + "/CACHEDIR.TAG" }

  static let cacheTagText =
    "Signature: 8a477f597d28d172789f06886806bc55\n# A restored pad would be used twice.\n"

  func pad(_ id: PadID) -> String { pads + "/" + id.hexadecimal }
  func chunks(_ id: PadID) -> String { pad(id) + "/pad" }
  func state(_ id: PadID) -> String { pad(id) + "/state" }
  /// Its packets whose arrival nobody has confirmed.
  func outbox(_ id: PadID) -> String { pad(id) + "/out" }
  /// A state that does not have its name yet.
  func newState(_ id: PadID) -> String { pad(id) + "/state.new" }
}
