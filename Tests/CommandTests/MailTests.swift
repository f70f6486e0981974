import Primitives
import System
import TestSupport
import Testing

@Suite("An email whose text is encoded")
struct MailTests {
  private static let header = "From: alice@example.org\r\nSubject: Noon\r\nMIME-Version: 1.0\r\n"

  /// Base 64 in lines of 76 letters.
  private func base64(_ bytes: [UInt8]) -> String {
    let letters = Base64.encode(bytes)
    return stride(from: 0, to: letters.count, by: 76).map {
      String(decoding: letters[$0..<min($0 + 76, letters.count)], as: UTF8.self) + "\r\n"
    }.joined()
  }

  /// Every character an escape, and no line longer than 76.
  private func quoted(_ text: String) -> String {
    text.utf8.enumerated().map { index, byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "=" + (digits.count == 1 ? "0" : "") + digits + (index % 20 == 19 ? "=\r\n" : "")
    }.joined() + "\r\n"
  }

  private func part(_ type: String, _ encoding: String, _ body: String) -> String {
    "Content-Type: \(type)\r\ncontent-transfer-encoding:  \(encoding)\r\n\r\n\(body)"
  }

  private func multipart(_ parts: [String]) -> String {
    MailTests.header + "Content-Type: multipart/mixed;\r\n boundary=\"=_x y\"\r\n\r\nSee below.\r\n"
      + parts.map { "--=_x y\r\n\($0)\r\n" }.joined() + "--=_x y--\r\nThe end.\r\n"
  }

  /// What bob reads of the email that `make` makes of alice's message.
  private func read(
    _ options: [String] = [], _ make: ([UInt8]) -> String
  ) throws -> Program.Outcome {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "12M")
      let message = try ends.alice.run(["encrypt", "bob"] + options, input: "Noon\n").output
      try make(message).save(at: "\(directory)/mail.eml")
      return try ends.bob.run(["decrypt", "-q", "\(directory)/mail.eml"])
    }
  }

  private func expectRead(_ outcome: Program.Outcome) {
    #expect(outcome.text == "Noon\n" && outcome.errors == "" && outcome.status == 0)
  }

  @Test("as a whole is read", arguments: ["base64", "BASE64", "quoted-printable"])
  func whole(_ encoding: String) throws {
    expectRead(
      try read { message in
        let text = String(decoding: message, as: UTF8.self)
        let body = encoding.hasPrefix("q") ? quoted(text) : base64(message)
        return MailTests.header + part("text/plain; charset=utf-8", encoding, body)
      })
  }

  @Test("is read from any of its parts, each message once")
  func parts() throws {
    expectRead(
      try read { message in
        multipart([
          part("text/plain", "base64", base64(message)),
          part("text/html", "base64", base64(Array("<p>".utf8) + message)),
          part("image/png; name=noon.png", "base64", base64([0xFF, 1, 2, 3, 0x80, 4, 5, 6])),
        ])
      })
  }

  @Test("gives up its attached message, as text or as bytes", arguments: [[], ["--binary"]])
  func attached(_ options: [String]) throws {
    expectRead(
      try read(options) { message in
        multipart([
          part("text/plain", "7bit", "See the attached file.\r\n"),
          part(
            "application/octet-stream;\r\n name=\"noon.vernam\"", "base64", base64(message)),
        ])
      })
  }

  @Test("may be in another email")
  func forwarded() throws {
    expectRead(
      try read { message in
        multipart([
          part("text/plain", "7bit", "Forwarded.\r\n"),
          "Content-Type: message/rfc822\r\n\r\n"
            + MailTests.header + part("text/plain", "base64", base64(message)),
        ])
      })
  }

  @Test("may be longer than what is kept in memory", arguments: [true, false])
  func long(_ isFirst: Bool) throws {
    let photo = part("image/jpeg", "base64", base64(KernelRandomness().bytes(1_500_000)))
    expectRead(
      try read { message in
        let text = part("text/plain", "base64", base64(message))
        return multipart(isFirst ? [text, photo] : [photo, text])
      })
  }

  @Test("may have a long message attached", arguments: [[], ["--binary"]])
  func longAttached(_ options: [String]) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "12M")
      let text = String(repeating: "A line of a long text.\n", count: 80_000)
      let message = try ends.alice.run(["encrypt", "bob"] + options, input: text).output
      let file = part("text/plain; name=\"text.vernam\"", "base64", base64(message))
      try multipart([part("text/plain", "7bit", "See below.\r\n"), file])
        .save(at: "\(directory)/mail.eml")
      let outcome = try ends.bob.run(["decrypt", "-q", "\(directory)/mail.eml"])
      #expect(outcome.text == text && outcome.errors == "" && outcome.status == 0)
    }
  }

  @Test("is not decoded if the plain text has a message in it")
  func plainFirst() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (one, two) = (try ends.alice.write("one\n"), try ends.alice.write("two\n"))
      let mail = multipart([
        part("text/plain", "7bit", one), part("text/plain", "base64", base64(Array(two.utf8))),
      ])
      #expect(try ends.bob.read(mail) == "one\n")
      #expect(try ends.bob.read(two) == "two\n")
    }
  }

  @Test("without a message is reported as such", arguments: [100, 2_000_000])
  func nothing(_ size: Int) throws {
    let outcome = try read { _ in
      multipart([
        part("text/plain", "quoted-printable", "gr=FC=DFe\r\n"),
        part("image/png", "base64", base64(KernelRandomness().bytes(size))),
      ])
    }
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("error: there is no vernam message in "))
  }

  @Test("may have any number of files attached that are no message, in little memory")
  func flood() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "12M")
      let message = Array(try ends.alice.write("Noon\n").utf8)
      let other = part(
        "application/octet-stream; name=\"a.vernam\"", "base64",
        base64(KernelRandomness().bytes(900_000)))
      let text = part("text/plain", "base64", base64(message))
      try multipart(Array(repeating: other, count: 40) + [text])
        .save(at: "\(directory)/mail.eml")
      let arguments = ["decrypt", "-q", "\(directory)/mail.eml"]
      let limited = try Program("prlimit").run(
        ["--data=\(32 << 20)", End.program.name] + arguments, environment: ends.bob.environment)
      #expect(limited.text == "Noon\n" && limited.status == 65)
      #expect(limited.errors.contains("and 37 more messages that none of your pads can open"))
    }
  }
}
