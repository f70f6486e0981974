/// An amount of bytes, as people write it: `64M`, `1GiB`, `4096`.
package struct ByteCount: CustomStringConvertible {
  package let bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  /// An amount as a person writes it; nil if the text is not an amount.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0,
      let shift = ByteCount.shift(text.dropFirst(digits.count))
    else { return nil }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: 1 << shift)
    guard !overflows else { return nil }
    self.bytes = bytes
  }

  private static func shift(_ unit: Substring) -> Int? {
    switch unit.uppercased() {
    case "", "B": 0
    case "K", "KB", "KIB": 10
    case "M", "MB", "MIB": 20
    case "G", "GB", "GIB": 30
    default: nil
    }
  }

  /// Three digits and a unit of 1024: `1.50 MiB`.
  package var description: String {
    if bytes < 1024 { return "\(bytes) B" }
    var unit = 0
    var scale = 1024
    while bytes / scale >= 1000, unit < 3 {
      scale *= 1024
      unit += 1
    }
    let hundredths = (bytes / (scale / 1024) * 100 + 512) / 1024
    let whole = hundredths / 100
    let names = ["KiB", "MiB", "GiB", "TiB"]
    let fraction =
      whole >= 100 ? "" : whole >= 10 ? ".\(hundredths / 10 % 10)" : fraction(hundredths)
    return "\(whole)\(fraction) \(names[unit])"
  }

  /// A text with two amounts, with units, or in bytes if they would look the same.
  package static func comparing(
    _ one: Int, _ other: Int, in text: (String, String) -> String
  ) -> String {
    let (first, second) = (ByteCount(one).description, ByteCount(other).description)
    return first == second ? text("\(one) bytes", "\(other) bytes") : text(first, second)
  }

  private func fraction(_ hundredths: Int) -> String {
    let part = hundredths % 100
    return part < 10 ? ".0\(part)" : ".\(part)"
  }
}
