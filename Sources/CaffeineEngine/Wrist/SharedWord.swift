import Synchronization

/// A 32-bit word that an interrupt or another core may read or write at the same time.
///
/// What acquires or releases is one load or one store, which the compiler neither leaves out nor
/// repeats nor moves past its fence: no lock, no library. `load` and `store` alone keep no order,
/// and are for words that such a pair, or a fence, brackets.
/// - Isolation: any context, but each word has one writer.
struct SharedWord {
  private let address: UnsafeMutableRawPointer

  /// A view of a word of 32 bits.
  ///
  /// - Parameter address: Aligned to 4 bytes, unchecked.
  @inline(__always)
  init(at address: UnsafeMutableRawPointer) {
    self.address = address
  }
}

#if arch(arm) && !_hasAtomicBitWidth(_64)
  // ARMv6-M has no exclusive access, so LLVM calls a library for every atomic access, for a mere
  // load too, and for those of `_Volatile` as well. A fence it compiles to `dmb`, and moves, merges
  // and drops no access to memory across it. So: plain accesses, an aligned word by one `ldr` or
  // `str`, and fences that order both ways. Between two fences the compiler may do as it likes.
  extension SharedWord {
    /// The word, in no order with what lies elsewhere.
    @inline(__always)
    func load() -> UInt32 { word.pointee }

    /// Sets the word, in no order with what lies elsewhere.
    @inline(__always)
    func store(_ value: UInt32) { word.pointee = value }

    /// The word; whatever follows is read and written after it.
    @inline(__always)
    func loadAcquiring() -> UInt32 {
      let value = word.pointee
      atomicMemoryFence(ordering: .acquiringAndReleasing)
      return value
    }

    /// Sets the word after whatever came before is read and written.
    @inline(__always)
    func storeReleasing(_ value: UInt32) {
      atomicMemoryFence(ordering: .acquiringAndReleasing)
      word.pointee = value
    }

    @inline(__always)
    private var word: UnsafeMutablePointer<UInt32> {
      address.assumingMemoryBound(to: UInt32.self)
    }
  }
#else
  extension SharedWord {
    /// The word, in no order with what lies elsewhere.
    @inline(__always)
    func load() -> UInt32 { word.pointee.load(ordering: .relaxed) }

    /// Sets the word, in no order with what lies elsewhere.
    @inline(__always)
    func store(_ value: UInt32) { word.pointee.store(value, ordering: .relaxed) }

    /// The word; whatever follows is read and written after it.
    @inline(__always)
    func loadAcquiring() -> UInt32 { word.pointee.load(ordering: .acquiring) }

    /// Sets the word after whatever came before is read and written.
    @inline(__always)
    func storeReleasing(_ value: UInt32) { word.pointee.store(value, ordering: .releasing) }

    @inline(__always)
    private var word: UnsafeMutablePointer<Atomic<UInt32>> {
      address.assumingMemoryBound(to: Atomic<UInt32>.self)
    }
  }
#endif
