#if Serve
import FoundationEssentials
package import HTTPTypes
import Hummingbird

/// A method and a path of the HTTP interface.
package struct Endpoint: Sendable {
  /// A request, once its access is granted.
  struct Call {
    let request: Request
    let context: PageContext

    /// The decoded component of the path that matches any; empty if it is invalid or the path has none.
    var name: String {
      let component = context.parameters.first?.value ?? ""
      let name = URLComponents(string: "/" + component).map { String($0.path.dropFirst()) } ?? ""
      // Programs would read only what comes before it.
      return name.contains("\0") ? "" : name
    }

    func number() throws(Refusal) -> Int {
      guard let number = Int(name) else { throw .unknown }
      return number
    }

    func body(atMost limit: Int = ServerLimits.body) async throws(Refusal) -> [UInt8] {
      guard let buffer = try? await request.body.collect(upTo: limit) else { throw .tooLong(limit) }
      return Array(buffer.readableBytesView)
    }
  }

  package let method: HTTPRequest.Method
  /// The methods of requests to it: what answers GET also answers HEAD.
  package var methods: [HTTPRequest.Method] { method == .get ? [.get, .head] : [method] }
  /// The path; a component in braces matches any.
  package let path: String
  package let access: Access
  let reply: @Sendable (Call) async throws(Refusal) -> Response

  init(
    _ method: HTTPRequest.Method, _ path: String, _ access: Access,
    _ reply: @escaping @Sendable (Call) async throws(Refusal) -> Response
  ) {
    (self.method, self.path, self.access, self.reply) = (method, path, access, reply)
  }
}

extension HTTPRequest.Method {
  /// Whether a request changes nothing.
  var isReading: Bool { self == .get || self == .head }
}
#endif
