/// What is wrong with a file or a directory of the vault.
package enum FileFault: Equatable, Sendable {
  case notADirectory
  case notARegularFile
  case ofAnotherUser
  case openToOthers
  /// A directory; what is in it may be open to them, too.
  case directoryOpenToOthers
  case hasOtherNames
  /// Only an inspection finds these two.
  case missing
  case inaccessible
}
