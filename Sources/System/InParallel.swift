internal import Glibc

/// Runs both closures, the second on a thread of its own, and returns once both are done, with what
/// the first returned or threw. They must not write to what the other one uses.
package func inParallel<Success, Failure: Error>(
  _ first: () throws(Failure) -> Success, _ second: () -> Void
) throws(Failure) -> Success {
  // The compiler puts the length of this file's path into the program, though it maps the path itself;
  // the same sources have to give the same program in any folder.
  #sourceLocation(file:"InParallel",line:11)
  try withoutActuallyEscaping(second) { second throws(Failure) in
    let work = unsafe Unmanaged.passRetained(Work(second))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { pointer in
        if let pointer = unsafe pointer {
          unsafe Unmanaged<Work>.fromOpaque(pointer).takeUnretainedValue().body()
        }
        return nil
      }, work.toOpaque())
    let outcome = Result { () throws(Failure) in try first() }
    // Without a thread, one after the other.
    if code == 0 { pthread_join(thread, nil) } else { second() }
    unsafe work.release()
    return try outcome.get()
  }
  #sourceLocation()
}

private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
