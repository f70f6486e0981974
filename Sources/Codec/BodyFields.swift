internal import Pad

/// The fields of an extended body. None is known yet: those with odd tags are skipped, and one with
/// an even tag says that a reader who does not know it must not go on.
struct BodyFields {
  /// The offset after the fields, where the inner type is.
  let end: Int
  let areSkippable: Bool

  /// Reads the fields at `start` of a body whose content ends at `contentEnd`. Nil if they do not
  /// fit, or their tags do not rise.
  init?(_ bytes: Span<UInt8>, at start: Int, contentEnd: Int) {
    var offset = start
    guard contentEnd >= offset + 2 else { return nil }
    end = offset + 2 + Int(bytes.load(UInt16.self, at: &offset))
    guard end < contentEnd else { return nil }
    var (lastTag, areSkippable) = (-1, true)
    while offset < end {
      guard end >= offset + 3 else { return nil }
      let tag = Int(bytes.load(UInt8.self, at: &offset))
      offset += Int(bytes.load(UInt16.self, at: &offset))
      guard tag > lastTag, offset <= end else { return nil }
      lastTag = tag
      if tag.isMultiple(of: 2) { areSkippable = false }
    }
    self.areSkippable = areSkippable
  }
}
