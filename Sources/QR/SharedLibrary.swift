internal import Glibc

/// A library that is opened when it is needed, and stays open.
@safe struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Nil if it is not installed.
  init?(_ name: String) {
    guard let handle = unsafe dlopen(name, RTLD_NOW) else { return nil }
    unsafe self.handle = handle
  }

  /// One of its functions; `Function` is the type that the library's header declares. Nil if the
  /// library has no such function.
  func function<Function>(_ name: String) -> Function? {
    guard let symbol = unsafe dlsym(handle, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: Function?.self)
  }
}
