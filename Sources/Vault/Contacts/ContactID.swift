/// Names a contact in this vault, whatever the person is called.
package struct ContactID: RandomID {
  package let number: UInt128

  package init(number: UInt128) { self.number = number }
}
