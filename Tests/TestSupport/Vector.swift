/// One published test vector: named values, read from `Fixtures/Vectors`.
///
/// A file has lines `name = value` in groups separated by blank lines; `#` begins a comment. The
/// first line of a group is its `name`.
package struct Vector: CustomStringConvertible, Sendable {
  package struct Missing: Error { let vector, value: String }

  private let values: [String: String]

  package var name: String { values["name"] ?? "" }
  package var description: String { name }

  /// Whether the vector has this value.
  package func has(_ value: String) -> Bool { values[value] != nil }

  /// A hexadecimal value.
  package func bytes(_ value: String) throws -> [UInt8] {
    guard let bytes = values[value].flatMap({ [UInt8](hexadecimal: $0) }) else {
      throw Missing(vector: name, value: value)
    }
    return bytes
  }

  /// A decimal value.
  package func number(_ value: String) throws -> Int {
    guard let number = values[value].flatMap({ Int($0) }) else {
      throw Missing(vector: name, value: value)
    }
    return number
  }

  /// A number with a fraction.
  package func decimal(_ value: String) throws -> Double {
    guard let number = values[value].flatMap({ Double($0) }) else {
      throw Missing(vector: name, value: value)
    }
    return number
  }

  /// A value as it is in the file.
  package func text(_ value: String) throws -> String {
    guard let text = values[value] else { throw Missing(vector: name, value: value) }
    return text
  }

  /// The vectors of one file. None at all is an error, so that no test passes by reading nothing.
  package static func read(_ file: String) throws -> [Vector] {
    let text = try Fixtures.text("Vectors/\(file)")
    let groups = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("#") }.split(whereSeparator: \.isEmpty)
    guard !groups.isEmpty else { throw Missing(vector: file, value: "name") }
    return try groups.map { Vector(values: try values($0, of: file)) }
  }

  private static func values(
    _ lines: ArraySlice<Substring>, of file: String
  ) throws -> [String: String] {
    var values: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Missing(vector: file, value: String(line)) }
      values[trimmed(parts[0])] = trimmed(parts[1])
    }
    guard values["name"] != nil else { throw Missing(vector: file, value: "name") }
    return values
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
