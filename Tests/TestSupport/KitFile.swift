/// A file of Fixtures/Kit: lines `key: value`, an empty line, and then the input.
package struct KitFile: Sendable {
  package struct Broken: Error { let name: String }

  package let fields: [String: String]
  package let input: [UInt8]

  /// `name` is below Fixtures/Kit.
  package init(_ name: String) throws {
    let bytes = try readFile(Fixtures.path("Kit/\(name)"))
    let feed = UInt8(ascii: "\n")
    let end = bytes.indices.dropLast().first { bytes[$0] == feed && bytes[$0 + 1] == feed }
    guard let end else { throw Broken(name: name) }
    fields = KitFile.fields(String(decoding: bytes[..<end], as: UTF8.self))
    input = Array(bytes[(end + 2)...])
  }

  /// The values of lines `key: value`.
  package static func fields(_ text: String) -> [String: String] {
    let lines = text.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), String($0[1])) })
  }
}
