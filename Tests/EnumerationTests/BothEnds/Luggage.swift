/// The stick that carries a pad, and the machine of the end that has it: each stops in its own way.
struct Luggage {
  var home: World
  var stick: Medium
  /// The step about to be taken, and on which of the two.
  var step: Step?
  var isOnStick = false

  static let directory = "/stick"
  static let path = directory + "/pad"

  /// A stick with nothing on it.
  static var emptyStick: Medium {
    var medium = Medium()
    _ = medium.add(directory, isDirectory: true)
    medium.syncAll()
    return medium
  }

  /// The states that a stop here can leave.
  func outcomes(cuts: Int, _ tools: Enumeration) -> [(String, Luggage)] {
    let homes = tools.outcomes(
      of: Enumeration.Stop(world: home, step: isOnStick ? nil : step), cuts: cuts)
    let sticks = tools.outcomes(
      of: Enumeration.Stop(
        world: World(medium: stick, ledger: home.ledger), step: isOnStick ? step : nil),
      cuts: cuts)
    return (0..<max(homes.count, sticks.count)).map { index in
      let one = homes[min(index, homes.count - 1)]
      let two = sticks[min(index, sticks.count - 1)]
      return ("\(one.0), the stick: \(two.0)", Luggage(home: one.1, stick: two.1.medium))
    }
  }
}
