internal import ArgumentParser
internal import Entropy

/// A length of time, as it is typed: `90s`, `15m`, `2h`, `1d`.
struct TimeLimit: ExpressibleByArgument, CustomStringConvertible {
  static let longest = 7 * 24 * 3600

  let seconds: Int
  let description: String

  init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits),
      let unit = TimeLimit.unit(argument.dropFirst(digits.count)),
      case (let seconds, let overflows) = number.multipliedReportingOverflow(by: unit), !overflows,
      (1...TimeLimit.longest).contains(seconds)
    else { return nil }
    self.seconds = seconds
    description = argument
  }

  init(seconds: Int) {
    self.seconds = seconds
    description = "\(seconds)s"
  }

  init(minutes: Int) {
    seconds = minutes * 60
    description = "\(minutes)m"
  }

  /// "15 minutes".
  var inWords: String {
    let units = [(24 * 3600, "day"), (3600, "hour"), (60, "minute")]
    let (size, noun) = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "second")
    return (seconds / size).counted(noun)
  }

  private static func unit(_ name: Substring) -> Int? {
    switch name {
    case "s": 1
    case "m": 60
    case "h": 3600
    case "d": 24 * 3600
    default: nil
    }
  }
}
