import Glibc
import System
import Testing

@Suite("Freed memory")
struct FreedMemoryTests {
  @Test("Its contents are overwritten once that was requested")
  func overwritten() async {
    await #expect(processExitsWith: .success) {
      wipeFreedMemory()
      let size = 100_000
      guard let block = malloc(size) else { exit(2) }
      // A block after it, so that it is not handed back to the kernel.
      let other = malloc(size)
      memset(block, 0x77, size)
      free(block)
      let bytes = UnsafeRawBufferPointer(start: block, count: size)
      // Its head now holds addresses of the allocator, and another thread may have been given
      // a part of it: any byte can occur there.
      let left = bytes.count { $0 == 0x77 }
      free(other)
      exit(left < size / 100 ? 0 : 1)
    }
  }
}
