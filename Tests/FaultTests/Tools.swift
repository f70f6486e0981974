import System

/// Programs that a test needs and a machine may lack.
enum Tools {
  static func are(_ names: String...) -> Bool {
    let places = (Machine.environment("PATH") ?? "").split(separator: ":")
    return names.allSatisfy { name in
      places.contains { (try? Disk().attributes(at: "\($0)/\(name)")) != nil }
    }
  }
}
