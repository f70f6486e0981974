internal import Glibc

/// Waits until an operation has an answer, a signal comes or the time is over, and lets those with
/// answers process them.
func wait(for operations: [Operation], milliseconds: Int) {
  // A callback may have run before its operation was returned.
  let isWaiting = operations.allSatisfy { !$0.hasReplies }
  var descriptors = operations.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
  let ready = unsafe poll(
    &descriptors, nfds_t(descriptors.count), isWaiting ? Int32(clamping: milliseconds) : 0)
  guard ready > 0 else { return }
  for (operation, descriptor) in zip(operations, descriptors) where descriptor.revents != 0 {
    operation.process()
  }
}
