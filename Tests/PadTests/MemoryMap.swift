import TestSupport
import Testing

/// What the kernel says about the mapping that holds an address (`VmFlags` in /proc/self/smaps).
struct MemoryMap {
  let flags: Set<Substring>

  init(of address: Int) throws {
    let text = try Program("cat").run(["/proc/\(Program.ownID)/smaps"]).text
    var inside = false
    var found: Set<Substring>?
    for line in text.split(separator: "\n") {
      if let range = MemoryMap.range(line) { inside = range.contains(address) }
      if inside, line.hasPrefix("VmFlags:") { found = Set(line.split(separator: " ").dropFirst()) }
    }
    flags = try #require(found)
  }

  /// The addresses on a mapping's first line, such as `7f00-7f10 rw-p …`.
  private static func range(_ line: Substring) -> Range<Int>? {
    let ends = line.prefix { $0 != " " }.split(separator: "-").map { Int($0, radix: 16) }
    guard ends.count == 2, let lower = ends[0], let upper = ends[1] else { return nil }
    return lower..<upper
  }
}
