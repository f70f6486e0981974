/// Numbers for people: "lines 3, 7 to 12 and 20", cut short if there are too many.
package struct NumberList: CustomStringConvertible {
  private static let most = 8

  package let description: String

  /// - Parameter numbers: in rising order.
  package init(_ noun: String, _ numbers: [Int]) {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, number <= last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...max(number, last.upperBound)
      } else {
        runs.append(number...number)
      }
    }
    description = (numbers.count == 1 ? noun : noun + "s") + " " + NumberList.join(runs)
  }

  private static func join(_ runs: [ClosedRange<Int>]) -> String {
    var names = runs.prefix(most).flatMap {
      $0.count <= 2 ? $0.map(String.init) : ["\($0.lowerBound) to \($0.upperBound)"]
    }
    let rest = runs.dropFirst(most).reduce(0) { $0 + $1.count }
    if rest > 0 { names.append("\(rest) more") }
    return names.listed
  }
}

extension [String] {
  /// As in "3, 7 and 20".
  var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
