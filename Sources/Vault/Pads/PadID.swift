/// The id of a pad, the same at both ends; every packet authenticates it.
package struct PadID: RandomID {
  package let number: UInt128

  package init(number: UInt128) { self.number = number }
}
