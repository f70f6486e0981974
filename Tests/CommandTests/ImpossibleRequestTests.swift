import TestSupport
import Testing

/// Somebody listens who asks for a pad that cannot be.
@Suite("An impossible request of the other end")
struct ImpossibleRequestTests {
  /// Sends the bytes in hexadecimal to the first caller that has sent M0, and waits for it to leave.
  private static let listener = """
    import socket, sys
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(120)
        print(server.getsockname()[1], flush=True)
        caller = server.accept()[0]
    caller.settimeout(120)
    caller.recv(74, socket.MSG_WAITALL)
    caller.sendall(bytes.fromhex(sys.argv[1]))
    print("left" if not caller.recv(1) else "went on")
    """

  @Test(
    "is its fault, not that of the person's arguments, and the joiner leaves",
    arguments: ["size-0", "size-greatest", "split-100", "taker-with-one-chunk"])
  func joiner(request: String) throws {
    let message = try KitFile("pairing/M1-\(request)")
    #expect(message.fields["expect"] == "refused")
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try alice.succeed(["init", "--no-passphrase"])
      try writeFile("\(directory)/0", [])
      let listener = try Program("python3").start(
        ["-c", ImpossibleRequestTests.listener, message.input.hexadecimal], in: directory)
      let port = try listener.line(beginning: "")
      let outcome = try alice.run(["pair", "bob", "--connect", "127.0.0.1:\(port)"])
      #expect(outcome.status == 65)
      #expect(
        outcome.errors.hasSuffix(
          """
          error: the other computer sent something that vernam does not understand
          hint: look at the other screen, and start again on both

          """), "\(outcome.errors)")
      #expect(try listener.finish().text.hasSuffix("left\n"))
    }
  }
}
