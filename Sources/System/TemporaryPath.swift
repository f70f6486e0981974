/// Where a file is written before it gets its name: in the same directory, under a name of at most
/// 255 bytes.
package func temporaryPath(for path: String, _ randomness: any Randomness) -> String {
  let end = randomness.bytes(6).map { String($0, radix: 36) }.joined() + partSuffix
  let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
  var name = path[slash...]
  while name.utf8.count + 1 + end.utf8.count > 255 { name.removeLast() }
  return "\(path[..<slash])\(name).\(end)"
}

/// Whether a file of this name may be one that a command left unfinished.
package func isTemporaryName(_ name: String) -> Bool {
  guard name.hasSuffix(partSuffix) else { return false }
  let parts = name.dropLast(partSuffix.count).split(
    separator: ".", omittingEmptySubsequences: false)
  guard parts.count > 1, let chance = parts.last else { return false }
  // Six bytes, each of one or two digits; words and dates are hardly ever so.
  return (6...12).contains(chance.count) && chance.contains(where: \.isNumber)
    && chance.contains(where: \.isLetter)
    && chance.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
}

private let partSuffix = ".part"
