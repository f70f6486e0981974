/// A block of 30 letters, two to a line as they are written.
package struct ArmorBlock: Sendable, Hashable {
  /// The part that it stands in, from 1.
  package let part: Int
  /// Its number in that part, from 1.
  package let number: Int
}
