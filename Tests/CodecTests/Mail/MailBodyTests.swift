import Codec
import Testing

@Suite("The body of an email")
struct MailBodyTests {
  /// The encoded parts of an email that comes in pieces of `size` bytes, and whether each has our name.
  private func parts(_ mail: String, pieces size: Int = 7) throws -> [(text: String, named: Bool)] {
    var rest = Array(mail.utf8)[...]
    let body = MailBody {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    var parts: [(text: String, named: Bool)] = []
    while try body.nextPart() {
      parts.append(("", body.isNamed))
      while case let piece = try body.piece(), !piece.isEmpty {
        parts[parts.count - 1].text += string(piece)
      }
    }
    return parts
  }

  private func part(_ encoding: String, _ body: String) -> String {
    "Content-Transfer-Encoding: \(encoding)\r\n\r\n\(body)\r\n"
  }

  @Test(
    "Quoted-printable is decoded, and what is no escape is skipped",
    arguments: [
      ("a =3D b=20\r\n", "a = b \n"), ("soft=\r\n break  \r\n", "soft break\n"),
      ("=4a=4A\r\n", "JJ\n"), ("=+5=xy=4", "+5xy4\n"),
    ])
  func quoted(_ line: String, _ text: String) throws {
    #expect(try parts(part("quoted-printable", line)).first?.text.hasPrefix(text) == true)
  }

  @Test(
    "Base 64 is decoded over line ends, and bits before a sign of the end are dropped",
    arguments: [
      ("Tm9v\r\nbg==", "Noon"), ("T\r\nm9\tvbg==\r\n", "Noon"), ("Tm9vbg==Tm9vbg==", "NoonNoon"),
    ])
  func base64(_ letters: String, _ text: String) throws {
    #expect(try parts(part("base64", letters)).map(\.text) == [text])
  }

  @Test("Only parts that are encoded are given, each with whether it has our name")
  func multipart() throws {
    let mail =
      "Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n" + part("7bit", "plain")
      + "--x\r\nContent-Disposition: attachment;\r\n filename=A.VERNAM\r\n"
      + part("BASE64", "Tm9vbg==") + "--x\r\n" + part("quoted-printable", "=4E") + "--x--\r\nend"
    for size in 1...40 {
      let parts = try parts(mail, pieces: size)
      #expect(parts.map(\.text) == ["Noon", "N\n"] && parts.map(\.named) == [true, false])
    }
  }
}
