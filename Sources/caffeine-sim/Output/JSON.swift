/// A JSON value whose members keep their order, so that equal results are equal bytes.
indirect enum JSON {
  case null
  case bool(Bool)
  case number(Int64)
  case string(String)
  case list([JSON])
  case object([(String, JSON)])

  static func whole(_ value: some BinaryInteger) -> JSON { .number(Int64(clamping: value)) }

  /// A value, or null.
  static func optional<Value>(_ value: Value?, _ make: (Value) -> JSON) -> JSON {
    value.map(make) ?? .null
  }

  /// The value as text: a list of plain values on one line, all else indented.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let value): return "\(value)"
    case .string(let value): return JSON.quoted(value)
    case .list(let values):
      if values.allSatisfy(\.isPlain) {
        return "[" + values.map { $0.text() }.joined(separator: ", ") + "]"
      }
      let lines = values.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.allSatisfy({ $0.1.isPlain }), members.count <= 4 {
        return "{"
          + members.map { "\(JSON.quoted($0.0)): \($0.1.text())" }.joined(separator: ", ") + "}"
      }
      let lines = members.map { inner + "\(JSON.quoted($0.0)): \($0.1.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .list, .object: false
    default: true
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if scalar.value < 32 || scalar.value == 127 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
