internal import Pad
internal import System

/// Where a file is written before it gets its name: in the same directory, under a name of at most
/// 255 bytes.
func temporaryPath(for path: String, _ context: Context) -> String {
  let end = context.randomness.bytes(6).map { String($0, radix: 36) }.joined() + ".part"
  let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
  var name = path[slash...]
  while name.utf8.count + 1 + end.utf8.count > 255 { name.removeLast() }
  return "\(path[..<slash])\(name).\(end)"
}
