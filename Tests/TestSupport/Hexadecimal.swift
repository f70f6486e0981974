extension [UInt8] {
  /// Two digits per byte; nil for anything else.
  package init?(hexadecimal text: some StringProtocol) {
    guard text.utf8.count.isMultiple(of: 2), text.allSatisfy(\.isHexDigit) else { return nil }
    var rest = text[...]
    self = []
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      append(byte)
      rest = rest.dropFirst(2)
    }
  }

  package var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
