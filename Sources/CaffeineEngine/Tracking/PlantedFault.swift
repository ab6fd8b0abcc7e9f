#if !os(none)

  /// A mistake that a build may plant here, to see that the schedule explorer finds it.
  ///
  /// `CAFFEINE_FAULT=NAME swift build` plants one (`Tests/CaffeineEngineTests/Tools/faults.sh` all in
  /// turn); other builds have none, and the compiler then leaves out what asks for it.
  enum PlantedFault {
    /// A page counts as taken in although it held only additions, or only removals.
    case earlyReturn
    /// A page's removals remove all drinks but those that it names.
    case invertedDelete
    /// What changed during a save counts as saved.
    case staleWrite
    /// A call that was answered stays in the list and is answered again.
    case doubleResume
    /// Who comes too late for a run is never served.
    case lostWakeup
    /// A reader looks, lets others go first, and then waits for what has been already.
    case lateWait
    /// A page leaves for the health store before it is kept here.
    case unkeptPage
    /// A view takes what comes last for the newest.
    case staleView

    #if CAFFEINE_FAULT_EARLY_RETURN
      static var planted: PlantedFault? { .earlyReturn }
    #elseif CAFFEINE_FAULT_INVERTED_DELETE
      static var planted: PlantedFault? { .invertedDelete }
    #elseif CAFFEINE_FAULT_STALE_WRITE
      static var planted: PlantedFault? { .staleWrite }
    #elseif CAFFEINE_FAULT_DOUBLE_RESUME
      static var planted: PlantedFault? { .doubleResume }
    #elseif CAFFEINE_FAULT_LOST_WAKEUP
      static var planted: PlantedFault? { .lostWakeup }
    #elseif CAFFEINE_FAULT_LATE_WAIT
      static var planted: PlantedFault? { .lateWait }
    #elseif CAFFEINE_FAULT_UNKEPT_PAGE
      static var planted: PlantedFault? { .unkeptPage }
    #elseif CAFFEINE_FAULT_STALE_VIEW
      static var planted: PlantedFault? { .staleView }
    #else
      static var planted: PlantedFault? { nil }
    #endif
  }
#endif
