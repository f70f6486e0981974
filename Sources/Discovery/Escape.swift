/// A name from the network made fit for a terminal: what is not printable ASCII becomes `\u{…}`, a
/// backslash is doubled, so that different names never look alike.
///
/// Our own names are ASCII. Letting more through would let control characters and bidirectional
/// marks through as well, and letters that look like the ones of somebody else's name.
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
