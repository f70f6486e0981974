import Foundation
import TestSupport
import Testing

/// Two hosts on a slow cable, which gets into trouble while a pad is transferred over it.
@Suite(
  "A transfer between two hosts", .enabled(if: Hosts.isPossible, "needs root"), .serialized,
  .hostThread)
struct LostConnectionTests {
  private let program = "\(Program.buildDirectory)/vernam"

  @Test("goes on after the cable was unplugged for seconds, and after an address has changed")
  func goesOn() throws {
    let said = try transfer { hosts in
      try LostConnectionTests.shell(
        hosts, .b, "ip link set cable down && sleep 3 && ip link set cable up && sleep 1")
      try LostConnectionTests.shell(
        hosts, .b, "ip address flush dev cable && ip address add 10.77.0.3/24 dev cable")
    }
    for errors in said {
      #expect(errors.contains("The connection is lost."), "\(errors)")
      #expect(errors.contains("The connection is back."), "\(errors)")
    }
  }

  @Test(
    "survives packets that are lost, late and out of order",
    .enabled(if: LostConnectionTests.hasNetem, "this kernel has no netem"))
  func badNetwork() throws {
    _ = try transfer { hosts in
      let change = "tc qdisc replace dev cable root netem loss 5% delay 20ms 10ms reorder 25%"
      try LostConnectionTests.shell(hosts, .a, change)
      try LostConnectionTests.shell(hosts, .b, change)
    }
  }

  private static let hasNetem: Bool = {
    guard let hosts = try? Hosts() else { return false }
    let command = ["tc", "qdisc", "add", "dev", "cable", "root", "netem", "delay", "1ms"]
    return (try? hosts.run(on: .a, command))?.status == 0
  }()

  /// Pairs while `change` happens to the cable, then sends a message each way. Returns what both
  /// ends printed on standard error.
  private func transfer(_ change: (Hosts) throws -> Void) throws -> [String] {
    try withTemporaryDirectory { directory in
      let hosts = try Hosts()
      let places = [Hosts.Host.a, .b].map { ["VERNAM_VAULT": "\(directory)/\($0.rawValue)"] }
      for (host, place) in zip([Hosts.Host.a, .b], places) {
        let command = [program, "init", "--no-passphrase"]
        try #require(hosts.run(on: host, command, environment: place).status == 0)
        try LostConnectionTests.shell(
          hosts, host,
          "tc qdisc add dev cable root tbf rate 20mbit burst 64k latency 100ms")
      }
      let giver = try hosts.start(
        on: .a, [program, "pair", "bob", "--listen", "4242", "--size", "32M"],
        environment: places[0], seconds: 200)
      let taker = try hosts.start(
        on: .b, [program, "pair", "alice", "--connect", "10.77.0.1:4242"],
        environment: places[1], seconds: 200)
      let codes = [giver, taker].map { $0.readLine()?.filter(\.isNumber) ?? "" }
      try giver.write(codes[1] + "\n")
      try taker.write(codes[0] + "\n")
      // The first tenth of 13 seconds.
      _ = try giver.waitForError("[1-9][0-9] %", seconds: 60)
      try change(hosts)
      let outputs = try [giver, taker].map(Hosts.finish)
      for output in outputs { #expect(output.status == 0, "\(output.errors)") }
      try exchange(hosts, places)
      return outputs.map(\.errors)
    }
  }

  private func exchange(_ hosts: Hosts, _ places: [[String: String]]) throws {
    for (from, to, name) in [(0, 1, "bob"), (1, 0, "alice")] {
      let ends = [Hosts.Host.a, .b]
      let packet = try hosts.run(
        on: ends[from], [program, "encrypt", name], input: "at nine\n", environment: places[from])
      let text = try hosts.run(
        on: ends[to], [program, "decrypt"], input: packet.output, environment: places[to])
      #expect(text.output == "at nine\n", "\(packet.errors)\(text.errors)")
    }
  }

  private static func shell(_ hosts: Hosts, _ host: Hosts.Host, _ script: String) throws {
    let result = try hosts.run(on: host, ["sh", "-c", script])
    try #require(result.status == 0, "\(result.errors)")
  }
}
