/// A name from the network, made safe for a terminal: anything but printable ASCII becomes
/// `\u{…}`, colons and quotation marks too, backslashes are doubled, and a space stays one only
/// between two other characters, so that different names never look alike.
///
/// Our own names are words and numbers. A colon would let a name look like the label of an error, a
/// quotation mark like a command to run. Letting more through would admit control characters,
/// bidirectional marks, and letters that look like those of somebody else's name.
package func escaped(_ name: String) -> String {
  let scalars = Array(name.unicodeScalars)
  let isBlank = { (place: Int) in !scalars.indices.contains(place) || scalars[place] == " " }
  return scalars.indices.map { place in
    let isHidden = isBlank(place) && (isBlank(place - 1) || isBlank(place + 1))
    return isHidden ? code(scalars[place]) : escaped(scalars[place])
  }.joined()
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\\": "\\\\"
  case ":", "\"": code(scalar)
  case " "..."~": String(scalar)
  default: code(scalar)
  }
}

private func code(_ scalar: Unicode.Scalar) -> String {
  "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
}
