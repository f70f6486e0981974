extension Int {
  /// The number followed by the noun, in the plural unless it is one.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
  /// With `digits` digits after the point.
  package func text(_ digits: Int) -> String {
    guard isFinite, abs(self) < 1e15 else { return isNaN ? "nan" : self < 0 ? "-inf" : "inf" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(self) * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: digits - (digits == 0 ? 0 : fraction.count))
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return sign + "\(scaled / scale)" + (digits == 0 ? "" : ".\(zeros)\(fraction)")
  }
}
