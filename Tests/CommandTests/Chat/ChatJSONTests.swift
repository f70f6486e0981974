import Foundation
import System
import TestSupport
import Testing

@Suite("vernam chat --json")
struct ChatJSONTests {
  @Test("reads like a conversation, at both ends")
  func conversation() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends)
      try alice.type(#"{"text":"Noon?"}"#)
      try bob.expect("Noon?")
      try alice.expect(#"{"event":"arrived","id":1}"#)
      try bob.type(#"{"text":"Yes,\n\"noon\" \ud83d\ude00"}"#)
      try bob.expect(#"{"event":"arrived","id":1}"#)
      let left = try bob.leave()
      try alice.expect(#""event":"away""#)
      let stayed = try alice.leave()
      #expect(
        stayed.lines(without: ["listening"]) == [
          #"{"event":"waiting","count":0}"#, #"{"event":"here"}"#, #"{"event":"kept","id":1}"#,
          #"{"event":"sent","id":1}"#, #"{"event":"arrived","id":1}"#,
          #"{"event":"message","from":"bob","number":2,"text":"Yes,\u000a\u0022noon\u0022 😀"}"#,
          #"{"event":"away","reason":"the other computer left"}"#,
        ])
      #expect(stayed.status == 0 && stayed.errors == "")
      #expect(left.status == 0 && left.errors == "")
      #expect(
        left.lines(without: ["waiting", "calling", "unreached"]) == [
          #"{"event":"here"}"#, #"{"event":"message","from":"alice","number":1,"text":"Noon?"}"#,
          #"{"event":"kept","id":1}"#, #"{"event":"sent","id":1}"#, #"{"event":"arrived","id":1}"#,
        ])
    }
  }

  @Test("Many messages each way all arrive, in order, and each is kept before it is sent")
  func many() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "256K")
      let (alice, bob) = try ChatInUse.start(ends)
      for number in 1...20 {
        for end in [alice, bob] { try end.type(#"{"text":"message \#(number)"}"#) }
      }
      for end in [alice, bob] { try end.expect(#"{"event":"arrived""#, times: 20) }
      for outcome in try [bob.leave(), alice.leave()] {
        let texts = outcome.lines().filter { $0.contains(#""event":"message""#) }
        #expect(texts.count == 20)
        for (number, text) in texts.enumerated() {
          #expect(text.hasSuffix(#""text":"message \#(number + 1)"}"#))
        }
        for id in 1...20 {
          let events = outcome.lines().filter { $0.hasSuffix(#","id":\#(id)}"#) }
          #expect(
            events == ["kept", "sent", "arrived"].map { #"{"event":"\#($0)","id":\#(id)}"# })
        }
      }
    }
  }

  @Test("A file waits to be saved, and arrives when it is; so does a long text")
  func files() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "8M")
      let long = String(repeating: "long ", count: 300_000)
      try long.save(at: "\(directory)/long")
      try "picture".save(at: "\(directory)/cat.jpg")
      let (alice, bob) = try ChatInUse.start(ends)
      try alice.type(#"{"file":"\#(directory)/cat.jpg"}"#)
      try bob.expect(#"{"event":"file","save":1,"name":"cat.jpg","bytes":7}"#)
      try alice.expect(#"{"event":"sent","id":1}"#)
      try alice.type(#"{"text":"\#(long)"}"#)
      try bob.expect(#"{"event":"file","save":2,"name":null,"bytes":1500000}"#)
      try bob.type(#"{"save":2,"path":"\#(directory)/text"}"#)
      try alice.expect(#"{"event":"arrived","id":2}"#)
      try bob.type(#"{"save":1,"path":"\#(directory)/text"}"#)
      try bob.expect(#"{"event":"error""#)
      try bob.type(#"{"save":1,"path":"\#(directory)/saved"}"#)
      try bob.expect(#"{"event":"saved","save":1,"path":"\#(directory)/saved"}"#)
      try alice.expect(#"{"event":"arrived","id":1}"#)
      try bob.type(#"{"save":1,"path":"\#(directory)/again"}"#)
      try bob.expect("message 1 is already saved as \(directory)/saved")
      #expect(try readFile("\(directory)/saved") == Array("picture".utf8))
      #expect(try readFile("\(directory)/text") == Array(long.utf8))
      let outcomes = try [alice.leave(), bob.leave()]
      #expect(outcomes.map(\.status) == [0, 0])
    }
  }

  @Test("What makes no sense is an error with what and hint, and nothing is sent")
  func errors() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try "".save(at: "\(directory)/empty")
      let before = try ends.alice.status().text
      let wrong = [
        "noon", "{}", "[]", #"{"text":1}"#, #"{"file":1}"#, #"{"save":"1"}"#,
        #"{"text":"a","file":"b"}"#,
        #"{"save":1,"path":2}"#, #"{"save":1,"text":"a"}"#, #"{"text":"a"}}"#,
        #"{"file":"/nowhere/x"}"#, #"{"file":"\#(directory)/empty"}"#, #"{"file":"\#(directory)"}"#,
        #"{"save":1}"#, #"{"text":"\#("\u{0}")"}"#, #"{"text":""}"#, #"{"text":" \n"}"#,
      ]
      var input = Array(wrong.joined(separator: "\n\n").utf8)
      input += [0x0A] + Array(#"{"text":""#.utf8)
      input += [0xFF] + Array(#""}"#.utf8)
      let outcome = try ends.alice.run(
        ["chat", "bob", "--listen", "127.0.0.1:0", "--json"], bytes: input)
      #expect(outcome.status == 0 && outcome.errors == "")
      let lines = outcome.lines(without: ["waiting", "listening"])
      #expect(lines.count == wrong.count + 1)
      for line in lines {
        let object = try #require(
          JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["event"] as? String == "error" && object["what"] is String, "\(line)")
        #expect(object["hint"] is String, "\(line)")
      }
      #expect(try ends.alice.status().text == before)
    }
  }
}
