/// The id of a contact in this vault, whatever the contact's name.
package struct ContactID: RandomID {
  package let number: UInt128

  package init(number: UInt128) { self.number = number }
}
