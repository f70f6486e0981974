internal import CLinux
internal import Glibc

/// A file that the person named, to be read from its beginning to its end. It may be a link, a pipe
/// or a terminal: `--passphrase-file <(command)` is one.
package final class InputFile: Sendable {
  package let stream: Stream

  package init(_ path: String) throws(SystemError) {
    let descriptor = unsafe linux_open(path, O_RDONLY | O_NOCTTY, 0)
    guard descriptor >= 0 else { throw .last("open", path) }
    stream = Stream(descriptor: descriptor, name: path)
  }

  deinit { close(stream.descriptor) }
}
