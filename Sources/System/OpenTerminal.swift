internal import CLinux
internal import Glibc

/// The terminal of this process (/dev/tty), open for reading and writing.
package final class OpenTerminal {
  package let stream: Stream

  /// Throws an error with code `ControllingTerminal.missing` if there is none.
  package init() throws(SystemError) {
    let descriptor = unsafe linux_open("/dev/tty", O_RDWR | O_NOCTTY, 0)
    guard descriptor >= 0 else {
      throw SystemError("open", "/dev/tty", code: ControllingTerminal.missing)
    }
    stream = Stream(descriptor: descriptor, name: "/dev/tty")
  }

  deinit { close(stream.descriptor) }
}
