import Pad
import TestSupport
import Testing

@testable import vernam

@Suite("A line of JSON that says what to do")
struct JSONLineTests {
  /// The members as text; nil if the line is not valid.
  private func read(_ line: String) -> [String: String]? { read(Array(line.utf8)) }

  private func read(_ line: [UInt8]) -> [String: String]? {
    guard let object = JSONLine(line.span) else { return nil }
    var members: [String: String] = [:]
    for name in object.names {
      if let number = object.number(name) {
        members[name] = "\(number)"
      } else if let text = object.secret(name) {
        members[name] = text.withBytes { String(decoding: $0.publicCopy, as: UTF8.self) }
      }
    }
    return members
  }

  @Test(
    "may have blanks, several members, and all escapes",
    arguments: [
      ("{}", [:]), (#"{"text":"noon"}"#, ["text": "noon"]), (#"{"text":""}"#, ["text": ""]),
      (" \t{ \"save\" : 12 , \"path\" : \"a/b\" } \r", ["save": "12", "path": "a/b"]),
      (#"{"save":0}"#, ["save": "0"]), (#"{"save":999999999}"#, ["save": "999999999"]),
      (#"{"text":"\"\\\/\b\f\n\r\t"}"#, ["text": "\"\\/\u{8}\u{C}\n\r\t"]),
      (#"{"text":"\u0041\u00e9\u6f22"}"#, ["text": "Aé漢"]),
      (#"{"text":"\ud83d\uDE00"}"#, ["text": "😀"]), (#"{"text":"ä漢😀"}"#, ["text": "ä漢😀"]),
      (#"{"text":"\u0000"}"#, ["text": "\u{0}"]), (#"{"te\u0078t":"a"}"#, ["text": "a"]),
    ] as [(String, [String: String])])
  func valid(_ line: String, _ members: [String: String]) { #expect(read(line) == members) }

  @Test(
    "is refused if it is anything else",
    arguments: [
      "", " ", "noon", "[]", #""text""#, "{", #"{"text"}"#, #"{"text":}"#, #"{"text":"noon}"#,
      #"{"text":"noon"} x"#, #"{"text":"noon"}{}"#, #"{"text":"noon",}"#, #"{,"text":"noon"}"#,
      #"{text:"noon"}"#, #"{"text":null}"#, #"{"text":true}"#, #"{"text":["a"]}"#,
      #"{"text":{"a":1}}"#, #"{"save":-1}"#, #"{"save":1.5}"#, #"{"save":1e3}"#, #"{"save":01}"#,
      #"{"save":1000000000}"#, #"{"text":"a","text":"b"}"#, #"{"a":1,"a":2}"#, #"{"a":1,"a":"2"}"#,
      #"{"text":"\x41"}"#, #"{"text":"\u00g0"}"#, #"{"text":"\u41"}"#, #"{"text":"\"#,
      #"{"text":"\ud83d"}"#, #"{"text":"\ud83dx"}"#, #"{"text":"\ud83d\u0041"}"#,
      #"{"text":"\ude00"}"#, #"{"text":"\ude00\ud83d"}"#, "{\"text\":\"a\nb\"}",
      "{\"text\":\"a\tb\"}", #"{"text":"a" "b":"c"}"#, #"{"a":1 2}"#,
    ])
  func invalid(_ line: String) { #expect(read(line) == nil) }

  @Test("reads what JSON output says, for any text")
  func roundTrip() {
    let seeded = Seeded()
    let letters = [
      "a", "\"", "\\", "\n", "\u{0}", "\u{7F}", "é", "漢", "😀", "\u{202E}", "\u{9B}", "/",
    ]
    for _ in 0..<300 {
      let text = (0..<seeded.number(in: 0...30)).map { _ in
        letters[seeded.number(in: 0...letters.count - 1)]
      }.joined()
      var encoder = JSONText()
      let start = encoder.encode(Array(text.utf8).span).withBytes { $0.publicCopy }
      let end = encoder.finish().withBytes { $0.publicCopy }
      let secretLine = Array(#"{"text":""#.utf8) + start + end + Array(#""}"#.utf8)
      #expect(read(secretLine) == ["text": text])
      #expect(read(JSON.object([("text", .string(text))]).description) == ["text": text])
    }
  }

  @Test(
    "Any cut of a valid line, and any byte of it changed, is read or refused, and never crashes")
  func mutated() {
    let line = Array(#"{"text":"\ud83d\ude00\u00e9 \n","save":12}"#.utf8)
    for end in line.indices { #expect(read(Array(line[..<end])) == nil) }
    for index in line.indices {
      for byte in 0...UInt8.max {
        var changed = line
        changed[index] = byte
        _ = read(changed)
      }
    }
  }
}
