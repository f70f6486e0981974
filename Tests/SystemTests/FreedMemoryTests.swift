import Glibc
import System
import Testing

@Suite("Freed memory")
struct FreedMemoryTests {
  @Test("What stood in it is overwritten, once that was asked for")
  func overwritten() async {
    await #expect(processExitsWith: .success) {
      wipeFreedMemory()
      let size = 100_000
      guard let block = malloc(size) else { exit(2) }
      // Behind it, so that it is not handed back to the kernel.
      let other = malloc(size)
      memset(block, 0x77, size)
      free(block)
      let bytes = UnsafeRawBufferPointer(start: block, count: size)
      // Its head holds addresses of the allocator then, in which any byte can occur.
      let left = bytes.dropFirst(64).filter { $0 == 0x77 }.count
      free(other)
      exit(left == 0 ? 0 : 1)
    }
  }
}
