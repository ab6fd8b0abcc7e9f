import CaffeineEngine
import CaffeineExecutor

/// The way to the phone: calls that return, or C functions that call back.
struct PhoneRoute: HealthStore {
  let phone: SimulatedPhone
  let power: Power
  /// Nil: the phone is called itself.
  let callbacks: CallbackHealthStore?

  func authorize() async throws(HealthStoreError) {
    if let callbacks { return try await callbacks.authorize() }
    try await phone.authorize(power)
  }

  func save(_ drinks: [Drink]) async throws(HealthStoreError) -> [DrinkID] {
    if let callbacks { return try await callbacks.save(drinks) }
    return try await phone.save(drinks, power)
  }

  func delete(_ ids: [DrinkID]) async throws(HealthStoreError) {
    if let callbacks { return try await callbacks.delete(ids) }
    try await phone.delete(ids, power)
  }

  func page(after anchor: UInt64, limit: Int) async throws(HealthStoreError) -> HealthPage {
    if let callbacks { return try await callbacks.page(after: anchor, limit: limit) }
    return try await phone.page(after: anchor, limit: limit, power)
  }

  func window(
    from: Timestamp, until: Timestamp, limit: Int
  ) async throws(HealthStoreError) -> HealthWindow {
    if let callbacks { return try await callbacks.window(from: from, until: until, limit: limit) }
    return try await phone.window(from: from, until: until, limit: limit, power)
  }
}

/// The other end of the callbacks: does one request after another, and answers each not at all, once
/// or twice, at once or late.
final class PhoneLink: Sendable {
  fileprivate struct Request: Sendable {
    let kind: HealthRequest.Kind
    let number: UInt64
    let anchor: UInt64
    let limit: Int
    let from: Timestamp
    let until: Timestamp
    let drinks: [Drink]
    let ids: [DrinkID]
  }

  private let requests: AsyncStream<Request>
  private let continuation: AsyncStream<Request>.Continuation

  private let power: Power

  init(_ power: Power) {
    self.power = power
    (requests, continuation) = AsyncStream.makeStream()
  }

  /// The C side of the link; it must not outlive this object.
  var link: HealthLink {
    HealthLink(user: Unmanaged.passUnretained(self).toOpaque()) { user, request in
      guard let user else { return }
      let link = Unmanaged<PhoneLink>.fromOpaque(user).takeUnretainedValue()
      link.continuation.yield(
        Request(request.assumingMemoryBound(to: HealthRequest.self).pointee))
    }
  }

  /// Nobody asks any more.
  func close() { continuation.finish() }

  /// Answers until the link is closed.
  func serve(_ phone: SimulatedPhone, _ inbox: HealthInbox, _ draw: Draw) async {
    var draw = draw
    var last: (UInt64, HealthReply)?
    for await request in requests {
      let reply = await answer(request, phone)
      let luck = await phone.isReliable ? 0 : draw.below(8)
      // What was answered before is sent again.
      if luck == 1, let last { inbox.reply(to: last.0, last.1) }
      if luck != 2 { inbox.reply(to: request.number, reply) }
      if luck == 3 { inbox.reply(to: request.number, .failed(.failed)) }
      last = (request.number, reply)
    }
  }

  private func answer(_ request: Request, _ phone: SimulatedPhone) async -> HealthReply {
    do throws(HealthStoreError) {
      switch request.kind {
      case .authorize:
        try await phone.authorize(power)
        return .done
      case .save: return .ids(try await phone.save(request.drinks, power))
      case .delete:
        try await phone.delete(request.ids, power)
        return .done
      case .page:
        return .page(try await phone.page(after: request.anchor, limit: request.limit, power))
      case .window:
        return .window(
          try await phone.window(
            from: request.from, until: request.until, limit: request.limit, power))
      }
    } catch {
      return .failed(error)
    }
  }
}

extension PhoneLink.Request {
  /// Copies what is gone when the call returns.
  fileprivate init(_ request: HealthRequest) {
    let count = Int(request.count)
    kind = request.kind
    number = request.number
    anchor = request.anchor
    limit = Int(request.limit)
    from = request.from
    until = request.until
    drinks = request.drinks.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    ids = request.ids.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  }
}
