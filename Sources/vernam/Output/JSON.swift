/// A value to be printed as JSON (RFC 8259).
enum JSON: CustomStringConvertible {
  case null
  case bool(Bool)
  case number(Int)
  /// Must be finite.
  case decimal(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .decimal(let value): "\(value)"
    case .string(let value): JSON.quoted(value)
    case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { JSON.quoted($0) + ":" + $1.description }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case let scalar where isObeyed(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// RFC 8259 wants the first 32 escaped; a terminal obeys the others as well. All are below U+10000.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
  }
}
