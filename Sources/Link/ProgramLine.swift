/// What the program of a connection writes to its standard error.
package enum ProgramLine: Equatable, Sendable {
  /// Without its line end; long ones are cut.
  case line([UInt8])
  /// It writes more than is passed on.
  case more
}
