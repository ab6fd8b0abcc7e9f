import CaffeineEngine

/// An inbox together with the memory it lives in.
final class InboxMemory {
  let inbox: Inbox
  private let memory: UnsafeMutableRawPointer

  init() {
    memory = .allocate(byteCount: Inbox.byteCount, alignment: 4)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Inbox.byteCount)
    inbox = Inbox(at: memory)
  }

  deinit { memory.deallocate() }
}
