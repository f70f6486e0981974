internal import Glibc

extension PairingFuzzTarget {
  /// For libFuzzer, which knows nothing of tasks.
  package func runAndWait(_ input: [UInt8]) {
    nonisolated(unsafe) let done = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(done, 0, 0)
    Task.detached {
      await run(input)
      sem_post(done)
    }
    while sem_wait(done) != 0 {}
    sem_destroy(done)
    done.deallocate()
  }
}
