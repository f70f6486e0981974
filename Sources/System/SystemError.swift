internal import Glibc

/// A system call that failed: which call, on what, and its errno.
package struct SystemError: Error, Equatable {
  package let call: String
  package let path: String
  package let code: Int32

  package init(_ call: String, _ path: String, code: Int32) {
    self.call = call
    self.path = path
    self.code = code
  }

  /// The error of the call that just failed.
  static func last(_ call: String, _ path: String) -> SystemError {
    SystemError(call, path, code: errno)
  }

  package static let notFound = ENOENT
  package static let inputOutput = EIO
  package static let exists = EEXIST
  package static let isDirectory = EISDIR
  package static let notADirectory = ENOTDIR
  package static let noSpace = ENOSPC
  package static let quotaExceeded = EDQUOT
  package static let notPermitted = EACCES
  package static let readOnly = EROFS
  package static let nameTooLong = ENAMETOOLONG
  package static let brokenPipe = EPIPE
  package static let isLink = ELOOP
  package static let tooLarge = EFBIG
  package static let interrupted = EINTR
  package static let timedOut = ETIMEDOUT

  /// Whether the medium failed to deliver. Reads past the cache may say so with the block layer's
  /// own codes: ENODATA for a bad sector, EILSEQ for one that fails its protection check.
  package var isOfMedium: Bool { [EIO, ENODATA, EILSEQ].contains(code) }

  /// What this errno means, in the C library's words if they are plain.
  package var reason: String {
    switch code {
    case SystemError.exists: "a file with this name already exists"
    case SystemError.isDirectory: "this is a folder"
    default: unsafe String(cString: strerror(code))
    }
  }
}

extension SystemError: CustomStringConvertible {
  /// If a signal cut the call short, the path is not at fault.
  package var description: String {
    code == SystemError.interrupted ? "cancelled" : "\(path): \(reason)"
  }
}
