#if !os(none)

  /// The draws of a seeded schedule: SplitMix64.
  ///
  /// - Source: Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195.
  package struct Draw {
    private var state: UInt64

    /// Starts a sequence of draws.
    package init(_ seed: UInt64) { state = seed }

    /// A number below `bound`, each about equally likely; `bound` is positive.
    package mutating func below(_ bound: Int) -> Int {
      state &+= 0x9e37_79b9_7f4a_7c15
      var word = state
      word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
      return Int(
        truncatingIfNeeded: (word ^ word >> 31).multipliedFullWidth(by: UInt64(bound)).high)
    }
  }
#endif
