import TestSupport
import Testing

extension TwoEnds {
  /// Saves a packet from bob, longer than the shortest and changed, in the file `message`.
  func savePacket(_ change: (inout [UInt8]) -> Void) throws {
    let text = String(repeating: "whole\n", count: 40)
    var packet = try bob.run(["encrypt", "alice", "--binary"], input: text).output
    change(&packet)
    try writeFile("\(directory)/message", packet)
  }

  /// Saves an armored message from bob with the letters of one word overwritten, in the file
  /// `message`.
  func saveAltered(word number: Int) throws {
    var lines = try bob.write("whole\n").split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.split(separator: " ").allSatisfy(isGroup) })
    var words = lines[first].split(separator: " ")
    words[number] = Substring(String(words[number].map { $0 == "a" ? "b" : "a" }))
    lines[first] = words.joined(separator: " ")[...]
    try lines.joined(separator: "\n").save(at: "\(directory)/message")
  }

  private func isGroup(_ word: Substring) -> Bool { word.count == 5 }
}

extension String {
  /// Writes the text to a new file.
  func save(at path: String) throws { try writeFile(path, Array(utf8)) }
}
