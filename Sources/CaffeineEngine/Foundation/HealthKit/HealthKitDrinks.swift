// UNTESTED: no machine of this project has HealthKit, so this file has been parsed and checked
// against its documentation, but never compiled against the framework or run.

#if canImport(HealthKit)
  import CaffeineEngine
  import Foundation
  import HealthKit

  /// Drinks as samples of dietary caffeine in HealthKit: written, deleted, and read by an anchor.
  ///
  /// Untested. A drink's id is the sample's sync identifier and its revision the sync version, so
  /// that HealthKit itself replaces older versions and ignores equal ones.
  public struct HealthKitDrinks: Sendable {
    /// One page of what changed in HealthKit since an anchor.
    public struct Page: Sendable {
      /// Drinks that are new or have a new version, in no order.
      public let drinks: [Drink]
      /// Ids of samples that were deleted and not replaced by one of this page.
      public let deletedIDs: [DrinkID]
      /// Samples that cannot be a drink: more than 4 kg.
      public let skippedCount: Int
      /// Where the next page begins; keep it only after the page itself.
      public let anchor: HKQueryAnchor
    }

    // What a sample has no place for; without it a drink read back would differ under its revision.
    private static let flagsKey = "CaffeineFlags"
    private static let kindKey = "CaffeineKind"
    private static let sourceKey = "CaffeineSource"

    private let store: HKHealthStore
    private let type = HKQuantityType(.dietaryCaffeine)
    private let unit = HKUnit.gramUnit(with: .micro)

    /// Reads and writes through a store; ask ``authorize()`` first.
    public init(store: HKHealthStore) {
      self.store = store
    }

    /// Asks the user for leave to write and read caffeine; whether reading is denied stays hidden.
    public func authorize() async throws {
      try await store.requestAuthorization(toShare: [type], read: [type])
    }

    /// Writes drinks, or newer versions of them.
    ///
    /// - Parameter drinks: As the ledger lists them. Plans, drinks without a date, of unknown dose
    ///   or without an id are left out: HealthKit would take them for caffeine that was swallowed.
    /// - Returns: How many were written.
    /// - Throws: HealthKit's error; then none was written.
    @discardableResult
    public func write(_ drinks: [Drink]) async throws -> Int {
      let samples = drinks.compactMap(sample)
      if !samples.isEmpty { try await store.save(samples) }
      return samples.count
    }

    /// Deletes the sample of a drink that this app wrote; none is no error.
    public func delete(_ id: DrinkID) async throws {
      let own = HKQuery.predicateForObjects(
        withMetadataKey: HKMetadataKeySyncIdentifier, allowedValues: [UUID(id).uuidString])
      _ = try await store.deleteObjects(of: type, predicate: own)
    }

    /// Reads all that changed since an anchor.
    ///
    /// One page, whatever its length: HealthKit reports a replaced version as deleted, and apart
    /// from its successor that would pass for a removal.
    /// - Parameters:
    ///   - anchor: The last page's; nil: from the beginning.
    ///   - zone: Gives the offset of samples that do not say where they were taken.
    ///   - source: Who wrote drinks that do not say so.
    /// - Throws: HealthKit's error; the anchor still holds.
    public func changes(
      since anchor: HKQueryAnchor?, zone: TimeZone, source: UInt8
    ) async throws -> Page {
      let query = HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: type)], anchor: anchor)
      let result = try await query.result(for: store)
      let drinks = result.addedSamples.compactMap { drink($0, zone: zone, source: source) }
      let deleted = result.deletedObjects.map { id($0.metadata, else: $0.uuid) }
        .filter { id in !drinks.contains { $0.id == id } }
      return Page(
        drinks: drinks, deletedIDs: deleted,
        skippedCount: result.addedSamples.count - drinks.count, anchor: result.newAnchor)
    }

    private func sample(_ drink: Drink) -> HKQuantitySample? {
      guard drink.flags.isDisjoint(with: [.planned, .timeUnset, .unknownDose]),
        !drink.id.isUnassigned
      else { return nil }
      var metadata: [String: Any] = [
        HKMetadataKeySyncIdentifier: UUID(drink.id).uuidString,
        HKMetadataKeySyncVersion: NSNumber(value: drink.revision),
        HealthKitDrinks.flagsKey: NSNumber(value: drink.flags.rawValue),
        HealthKitDrinks.kindKey: NSNumber(value: drink.kind),
        HealthKitDrinks.sourceKey: NSNumber(value: drink.source),
      ]
      metadata[HKMetadataKeyTimeZone] =
        TimeZone(secondsFromGMT: 60 * Int(drink.utcOffset))?.identifier
      return HKQuantitySample(
        type: type,
        quantity: HKQuantity(unit: unit, doubleValue: Double(drink.dose.micrograms)),
        start: Date(drink.time), end: Date(drink.end), metadata: metadata)
    }

    private func drink(_ sample: HKQuantitySample, zone: TimeZone, source: UInt8) -> Drink? {
      let micrograms = sample.quantity.doubleValue(for: unit)
      guard let time = Timestamp(sample.startDate), let end = Timestamp(sample.endDate),
        let dose = Amount(Measurement(value: micrograms, unit: .micrograms))
      else { return nil }
      let number = { (key: String) in (sample.metadata?[key] as? NSNumber)?.int64Value }
      let zoneName = sample.metadata?[HKMetadataKeyTimeZone] as? String
      let named = zoneName.flatMap(TimeZone.init(identifier:))
      // In a store, as in files, nobody can be asked whether a large dose was meant.
      let meant: Flags = dose.micrograms > Drink.suspiciousDose ? .meant : []
      let flags = number(HealthKitDrinks.flagsKey).flatMap { UInt32(exactly: $0) }
      return Drink(
        id: id(sample.metadata, else: sample.uuid), time: time, dose: dose,
        duration: UInt32(clamping: min(time.duration(to: end).wholeSeconds, 43_200)),
        // Never 0, which would be a new version each time that the sample is read.
        revision: number(HKMetadataKeySyncVersion).flatMap { UInt32(exactly: max($0, 1)) } ?? 1,
        flags: flags.map(Flags.init(rawValue:)) ?? meant,
        utcOffset: (named ?? zone).utcOffset(at: time),
        kind: UInt8(clamping: number(HealthKitDrinks.kindKey) ?? 0),
        source: number(HealthKitDrinks.sourceKey).flatMap { UInt8(exactly: $0) } ?? source)
    }

    /// Our own id, or that of a sample from an app which has none or spells its ids differently.
    private func id(_ metadata: [String: Any]?, else uuid: UUID) -> DrinkID {
      let identifier = metadata?[HKMetadataKeySyncIdentifier] as? String
      return DrinkID(identifier.flatMap(UUID.init(uuidString:)) ?? uuid)
    }
  }
#endif
