import Testing

@testable import Discovery

@Suite("Diagnosing Avahi")
struct DaemonStatusTests {
  private static let unknown: Int32 = -65537

  @Test(
    "One code has several meanings, depending on which daemons run",
    arguments: [
      (false, false, .noBus, .noBus), (false, true, .noBus, .noBus),
      (true, false, .noAvahi, .avahiLost), (true, true, .avahiSilent, .avahiLost),
    ] as [(Bool, Bool, DiscoveryError, DiscoveryError)])
  func unknownCode(bus: Bool, avahi: Bool, atStart: DiscoveryError, waiting: DiscoveryError) {
    let status = DaemonStatus(isBusRunning: bus, isAvahiRunning: avahi)
    #expect(status.error(code: Self.unknown) == atStart)
    #expect(status.errorWhileWaiting(code: Self.unknown) == waiting)
  }

  @Test(
    "Other codes keep their meaning whichever daemons run",
    arguments: [(-65553, .refused), (-65540, .failed(code: -65540))] as [(Int32, DiscoveryError)])
  func otherCode(code: Int32, error: DiscoveryError) {
    let status = DaemonStatus(isBusRunning: false, isAvahiRunning: false)
    #expect(status.error(code: code) == error)
    #expect(status.errorWhileWaiting(code: code) == error)
  }

  @Test(
    "D-Bus is looked for at the path that the environment names, if it names one",
    arguments: [
      (nil, "/run/dbus/system_bus_socket"), ("", "/run/dbus/system_bus_socket"),
      ("unix:path=/tmp/bus", "/tmp/bus"), ("unix:path=/tmp/bus,guid=12;tcp:host=h", "/tmp/bus"),
      ("unix:abstract=/tmp/bus", nil), ("tcp:host=localhost,port=1", nil),
    ] as [(String?, String?)])
  func busAddress(address: String?, path: String?) { #expect(busSocket(address) == path) }
}
