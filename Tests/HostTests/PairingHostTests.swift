import TestSupport
import Testing

@Suite("vernam on two hosts", .hostThread)
struct PairingHostTests {
  private let program = "\(Program.buildDirectory)/vernam"

  @Test(
    "Two hosts find each other by DNS-SD, share a pad, and write to each other",
    .enabled(if: Hosts.isPossible, "needs root: hosts are network namespaces"))
  func pairing() throws {
    let demo = "\(Fixtures.root)/Tests/HostTests/demo"
    let outcome = try Program(demo).run([program])
    #expect(outcome.status == 0, "\(outcome.lastFirst)")
    for line in [
      ". Connecting.", "# and pastes it\nMeet me at the well at nine.\n",
      "# and pastes it\nI will bring the lamp.\n",
    ] {
      #expect(outcome.text.contains(line), "\(outcome.text)")
    }
  }

  @Test(
    "A computer without a network waits for connections all the same",
    .enabled(if: Hosts.isPossible, "needs root: hosts are network namespaces"),
    arguments: ["4000", "127.0.0.1:4000"])
  func noNetwork(place: String) throws {
    try withTemporaryDirectory { directory in
      let environment = [
        "VERNAM_VAULT": "\(directory)/vault", "XDG_STATE_HOME": "\(directory)/state",
        "PROGRAM": program, "PLACE": place,
      ]
      let made = try Program(program).run(["init", "--no-passphrase"], environment: environment)
      try #require(made.status == 0)
      let outcome = try Program("unshare").run(
        [
          "--net", "sh", "-c",
          "ip link set lo up; exec \"$PROGRAM\" pair bob --listen \"$PLACE\" --wait 1",
        ], environment: environment)
      #expect(outcome.errors.contains("Waiting. Run \"vernam pair NAME --"))
      #expect(outcome.errors.contains("error: the other computer did not answer"))
      #expect(outcome.status == 69)
    }
  }

  @Test("Without D-Bus the error says what to start and how to do without")
  func noBus() throws {
    try withTemporaryDirectory { directory in
      let environment = [
        "VERNAM_VAULT": "\(directory)/vault", "XDG_STATE_HOME": "\(directory)/state",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(directory)/nothing",
      ]
      let made = try Program(program).run(["init", "--no-passphrase"], environment: environment)
      try #require(made.status == 0)
      let outcome = try Program(program).run(["pair", "bob"], environment: environment)
      #expect(outcome.status == 69)
      #expect(
        outcome.errors == """
          error: D-Bus is not running, so vernam cannot find the other computer
          hint: run "sudo apt install avahi-daemon", then "sudo systemctl start dbus avahi-daemon"; or add --listen PORT on one computer, \
          and --connect HOST:PORT on the other

          """)
    }
  }
}
