/// The id of a vault. A copy of the vault has the same one.
package struct VaultID: RandomID {
  package let number: UInt128

  package init(number: UInt128) { self.number = number }
}
