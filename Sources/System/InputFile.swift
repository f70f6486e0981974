internal import CLinux
internal import Glibc

/// A file that the person named, read from beginning to end. It may be a link, a pipe or a
/// terminal: `--passphrase-file <(command)` is a pipe.
package final class InputFile: Sendable {
  package let stream: Stream

  package init(_ path: String) throws(SystemError) {
    let descriptor = unsafe linux_open(path, O_RDONLY | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw .last("open", path) }
    stream = Stream(descriptor: descriptor, name: path)
  }

  deinit { close(stream.descriptor) }
}
