import TestSupport
import Testing

@Suite("Two hosts on one machine", .enabled(if: Hosts.isPossible), .serialized, .hostThread)
struct HostsTests {
  @Test("Each host has its own name and network, and they reach each other")
  func separate() throws {
    let hosts = try Hosts()
    #expect(try hosts.run(on: .a, ["hostname"]).output == "host-a\n")
    #expect(try hosts.run(on: .b, ["hostname"]).output == "host-b\n")
    let script = "exec 3<>/dev/tcp/10.77.0.2/4242; echo hello >&3"
    let listener = try hosts.start(
      on: .b, ["python3", "-c", Self.listener], environment: ["PYTHONUNBUFFERED": "1"], seconds: 20)
    #expect(listener.readLine() == "listening")
    #expect(try hosts.run(on: .a, ["bash", "-c", script]).status == 0)
    #expect(try Hosts.finish(listener).output == "hello\n")
  }

  @Test("A command's input, output, errors and exit code pass through")
  func streams() throws {
    let hosts = try Hosts()
    let result = try hosts.run(
      on: .a, ["sh", "-c", "cat; echo $WORD >&2; exit 7"], input: "in\n",
      environment: ["WORD": "heard"])
    #expect(result.status == 7)
    #expect(result.output == "in\n")
    #expect(result.errors == "heard\n")
  }

  private static let listener = """
    import socket
    server = socket.create_server(("", 4242))
    print("listening")
    print(server.accept()[0].makefile().readline(), end="")
    """
}
