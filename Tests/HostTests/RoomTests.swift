import Foundation
import TestSupport
import Testing

/// Five pairs of people, each with a computer, who pair at the same time in one room.
@Suite(
  "A room full of people", .enabled(if: Hosts.isPossible, "needs root"), .serialized, .hostThread)
struct RoomTests {
  private static let program = "\(Program.buildDirectory)/vernam"

  /// Somebody who looks for the name on the other person's screen, and says no to any other.
  private final class Person {
    let screen: Spawned
    let own: String
    /// How many times the search had begun anew at the last "no", and at the last choice.
    private var (refused, chosen) = (0, -1)

    init(_ screen: Spawned) throws {
      self.screen = screen
      own = try screen.waitForError("this computer is called (.+)\\. Run", seconds: 120)
    }

    /// What is on the screen, by lines, without one that is still being written.
    private var lines: ArraySlice<Substring> {
      screen.errorsSoFar.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    /// Does what the screen asks for; returns whether it says that it is connected to `partner`.
    func look(for partner: String) throws -> Bool {
      let lines = lines
      let begins = lines.indices.filter {
        lines[$0].hasPrefix("Connected to ") || lines[$0].hasPrefix("No answer from ")
      }
      // Earlier lists are no question any more.
      let latest = lines[(begins.last ?? 0)...]
      if let line = latest.first, line.hasPrefix("Connected to ") {
        if line.hasPrefix("Connected to \(partner). ") { return true }
        if refused < begins.count { try screen.write("n\n") }
        refused = begins.count
      }
      if chosen < begins.count, latest.contains(where: { isListed(partner, in: $0) }) {
        chosen = begins.count
        try screen.write("\(partner)\n")
      }
      return false
    }

    private func isListed(_ name: String, in line: Substring) -> Bool {
      let words = line.split(separator: "  ", maxSplits: 1)
      return words.count == 2 && Int(words[0]) != nil && words[1] == name
    }

    /// The code of the last session.
    func code() throws -> String {
      var code: String?
      for _ in lines.filter({ $0.hasPrefix("Connected to ") }) { code = screen.readLine() }
      return try #require(code?.split(separator: ":").last).description
    }
  }

  @Test("Whoever gives a word sees only those who give the same one, and is asked nothing")
  func rooms() throws {
    try withTemporaryDirectory { directory in
      let hosts = try Hosts(count: 6)
      let screens = try zip(Hosts.Host.allCases, ["RED", "blue", "red", "Blue", nil, nil]).map {
        host, word in
        let place = "\(directory)/\(host.rawValue)"
        let environment = [
          "VERNAM_VAULT": place, "XDG_STATE_HOME": "\(place)-state", "LC_ALL": "C.UTF-8",
        ]
        let made = try hosts.run(
          on: host, [Self.program, "init", "--no-passphrase"], environment: environment)
        try #require(made.status == 0, "\(made.errors)")
        return try hosts.start(
          on: host,
          [Self.program, "pair", "--size", "64K", "peer"] + (word.map { ["--room", $0] } ?? []),
          environment: environment, seconds: 600)
      }
      let people = try screens.map(Person.init)
      for pair in [[people[0], people[2]], [people[1], people[3]]] {
        for (person, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
          let found = try person.screen.waitForError("Connected to (.+)\\. The other", seconds: 120)
          #expect(found == other.own)
        }
        let codes = try pair.map { try $0.code() }
        for (person, code) in zip(pair, codes.reversed()) { try person.screen.write("\(code)\n") }
        for person in pair {
          let output = try Hosts.finish(person.screen)
          #expect(output.status == 0, "\(output.errors)")
          #expect(!output.errors.contains("Pairing here now"), "\(output.errors)")
        }
      }
      for (host, person) in zip([Hosts.Host.e, .f], people[4...]) {
        try hosts.kill("vernam", on: host)
        _ = person.screen.wait()
      }
    }
  }

  /// In the second case, two who do not belong together come first, and are joined.
  @Test("Five pairs all find their partners", arguments: [false, true])
  func pairs(strangersComeFirst: Bool) throws {
    try withTemporaryDirectory { directory in
      // Writing to a command that has ended must not end the tests.
      signal(SIGPIPE, SIG_IGN)
      let all = Hosts.Host.allCases
      let hosts = try Hosts(count: all.count)
      let places = all.map { host in
        let place = "\(directory)/\(host.rawValue)"
        return ["VERNAM_VAULT": place, "XDG_STATE_HOME": "\(place)-state", "LC_ALL": "C.UTF-8"]
      }
      for (host, place) in zip(all, places) {
        let made = try hosts.run(
          on: host, [Self.program, "init", "--no-passphrase"], environment: place)
        try #require(made.status == 0, "\(made.errors)")
      }
      func start(_ numbers: some Sequence<Int>) throws -> [Spawned] {
        try numbers.map { number in
          try hosts.start(
            on: all[number], [Self.program, "pair", "--size", "64K", "peer"],
            environment: places[number], seconds: 600)
        }
      }
      let first = try start([0, 2])
      if strangersComeFirst {
        for screen in first { _ = try screen.waitForError("Connected to", seconds: 120) }
      }
      let screens = try [first[0], start([1])[0], first[1]] + start(3..<all.count)
      let people = try screens.map(Person.init)
      let pairs = stride(from: 0, to: people.count, by: 2).map { [people[$0], people[$0 + 1]] }
      var found: [[Person]] = []
      for _ in 0..<6000 {
        found = try pairs.filter { pair in
          let left = try pair[0].look(for: pair[1].own)
          let right = try pair[1].look(for: pair[0].own)
          return left && right
        }
        if found.count == pairs.count { break }
        usleep(50_000)
      }
      try #require(found.count == pairs.count, "\(people.map(\.screen.errorsSoFar))")
      for pair in pairs {
        let codes = try pair.map { try $0.code() }
        try pair[0].screen.write("\(codes[1])\n")
        try pair[1].screen.write("\(codes[0])\n")
        for person in pair {
          let output = try Hosts.finish(person.screen)
          #expect(output.status == 0, "\(output.errors)")
        }
      }
    }
  }
}
