/// A record of how a file of material was made: lines `name: value`, the first with the version. It
/// says nothing about the bytes themselves, not even a digest: that would be knowledge of a pad.
package struct MaterialRecord: Sendable {
  private static let title = "vernam-material"
  private static let version = "1"
  /// The most bytes of a record that are read.
  package static let largest = 1 << 16

  /// Bytes of the material.
  package let byteCount: Int
  /// All sources in one line.
  package let source: String
  /// What the claim rests on if credited noise or throws cover every byte; else nil.
  package let given: String?
  /// Everything else, in order.
  package let details: [(String, String)]

  package init(byteCount: Int, source: String, given: String?, details: [(String, String)]) {
    self.byteCount = byteCount
    self.source = source
    self.given = given
    self.details = details
  }

  /// Nil if this program did not write it, or a newer version did.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n").map { line -> (String, String) in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts.first ?? ""), String((parts.dropFirst().first ?? "").drop { $0 == " " }))
    }
    func value(_ name: String) -> String? { lines.first { $0.0 == name }?.1 }
    guard let first = lines.first, first == (MaterialRecord.title, MaterialRecord.version),
      let count = value("bytes").flatMap({ Int($0) }), let source = value("source"), !source.isEmpty
    else { return nil }
    byteCount = count
    self.source = source
    given = value("given")
    details = []
  }

  package var text: String {
    var lines = [
      (MaterialRecord.title, MaterialRecord.version), ("bytes", String(byteCount)),
      ("source", source),
    ]
    if let given { lines.append(("given", given)) }
    return (lines + details).map { "\($0.0): \($0.1)\n" }.joined()
  }
}
