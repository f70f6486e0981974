/// Which block of which part. A block has 30 letters, and two are written on a line.
package struct ArmorBlock: Sendable, Hashable {
  /// The number of its part, from 1.
  package let part: Int
  /// Its number in that part, from 1.
  package let number: Int
}
