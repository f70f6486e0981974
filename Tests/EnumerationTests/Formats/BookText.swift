import Pad

@testable import Vault

/// The contact book as vernam-vault(5) lays it out.
struct BookText {
  struct Person {
    let id: [UInt8]
    let closedThrough: Int
    let name: String
  }

  struct Pad {
    let id: PadID
    let number: Int
    let contact: [UInt8]
    let headerKeys: [UInt8]
  }

  let mark: UInt64
  let highestNumber: Int
  let closedThrough: Int
  let people: [Person]
  let pads: [Pad]

  init?(_ text: [UInt8]) {
    let fixedBytes = 123
    guard text.count >= fixedBytes else { return nil }
    let bytes = text.span
    var offset = 2
    mark = bytes.load(UInt64.self, at: &offset)
    highestNumber = Int(bytes.load(UInt32.self, at: &offset))
    closedThrough = Int(bytes.load(UInt32.self, at: &offset))
    offset = 113
    offset += Int(bytes.load(UInt16.self, at: &offset))
    guard text.count >= offset + 8 else { return nil }
    let personCount = Int(bytes.load(UInt32.self, at: &offset))
    let padCount = Int(bytes.load(UInt32.self, at: &offset))
    guard text.count == offset + personCount * 86 + padCount * 111 else { return nil }
    var people: [Person] = []
    for _ in 0..<personCount {
      people.append(BookText.person(text, at: offset))
      offset += 86
    }
    var pads: [Pad] = []
    for _ in 0..<padCount {
      pads.append(BookText.pad(text, at: offset))
      offset += 111
    }
    self.people = people
    self.pads = pads
  }

  private static func person(_ text: [UInt8], at start: Int) -> Person {
    var offset = start + 16
    let closedThrough = Int(text.span.load(UInt32.self, at: &offset))
    let length = Int(text[start + 21])
    let name = String(decoding: text[start + 22..<start + 22 + length], as: UTF8.self)
    return Person(id: Array(text[start..<start + 16]), closedThrough: closedThrough, name: name)
  }

  private static func pad(_ text: [UInt8], at start: Int) -> Pad {
    var offset = start + 16
    let number = Int(text.span.load(UInt32.self, at: &offset))
    return Pad(
      id: PadID(Array(text[start..<start + 16])), number: number,
      contact: Array(text[start + 20..<start + 36]),
      headerKeys: Array(text[start + 47..<start + 111]))
  }
}
