import Testing

@testable import Discovery

@Suite("What is wrong with Avahi")
struct DiagnosisTests {
  private static let unknown: Int32 = -65537

  @Test(
    "One code is told apart by who listens",
    arguments: [
      (false, false, .noBus, .noBus), (false, true, .noBus, .noBus),
      (true, false, .noAvahi, .avahiLost), (true, true, .avahiSilent, .avahiLost),
    ] as [(Bool, Bool, DiscoveryError, DiscoveryError)])
  func unknownCode(bus: Bool, avahi: Bool, atStart: DiscoveryError, waiting: DiscoveryError) {
    let diagnosis = Diagnosis(isBusRunning: bus, isAvahiRunning: avahi)
    #expect(diagnosis.error(code: Self.unknown) == atStart)
    #expect(diagnosis.errorWhileWaiting(code: Self.unknown) == waiting)
  }

  @Test(
    "Other codes keep their meaning whoever listens",
    arguments: [(-65553, .refused), (-65540, .failed(code: -65540))] as [(Int32, DiscoveryError)])
  func otherCode(code: Int32, error: DiscoveryError) {
    let diagnosis = Diagnosis(isBusRunning: false, isAvahiRunning: false)
    #expect(diagnosis.error(code: code) == error)
    #expect(diagnosis.errorWhileWaiting(code: code) == error)
  }

  @Test(
    "D-Bus is looked for where the environment says, if that is a path",
    arguments: [
      (nil, "/run/dbus/system_bus_socket"), ("", "/run/dbus/system_bus_socket"),
      ("unix:path=/tmp/bus", "/tmp/bus"), ("unix:path=/tmp/bus,guid=12;tcp:host=h", "/tmp/bus"),
      ("unix:abstract=/tmp/bus", nil), ("tcp:host=localhost,port=1", nil),
    ] as [(String?, String?)])
  func busAddress(address: String?, path: String?) { #expect(busSocket(address) == path) }

  @Test(
    "Every error is one line with a hint of one line that names the way without Avahi",
    arguments: [
      .noBus, .noAvahi, .avahiSilent, .avahiLost, .refused, .failed(code: -1),
      .unresolved(Offer(name: "two\nlines")),
    ] as [DiscoveryError])
  func wording(error: DiscoveryError) {
    #expect(!error.description.isEmpty)
    #expect(!(error.description + error.hint).contains("\n"))
    #expect(error.hint.contains("--listen PORT"))
    #expect(error.hint.contains("--connect HOST:PORT"))
  }

  @Test("A daemon that is not running is named with the command that starts it")
  func start() {
    #expect(DiscoveryError.noAvahi.hint.contains("\"sudo systemctl start avahi-daemon\""))
    #expect(DiscoveryError.noBus.hint.contains("\"sudo systemctl start dbus avahi-daemon\""))
  }
}
