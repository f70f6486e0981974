/// What is wrong with a file or a directory of the vault.
package enum FileFault: Equatable, Sendable {
  case notADirectory
  case notARegularFile
  case ofAnotherUser
  case openToOthers
  case hasOtherNames
  /// Only an inspection finds these two.
  case missing
  case inaccessible
}
