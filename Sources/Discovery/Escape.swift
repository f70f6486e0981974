/// A name from the network, made safe for a terminal: anything but printable ASCII becomes `\u{…}`
/// and backslashes are doubled, so that different names never look alike.
///
/// Our own names are ASCII. Letting more through would admit control characters, bidirectional
/// marks, and letters that look like those of somebody else's name.
package func escaped(_ name: String) -> String {
  name.unicodeScalars.map(escaped).joined()
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\\": "\\\\"
  case " "..."~": String(scalar)
  default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}
