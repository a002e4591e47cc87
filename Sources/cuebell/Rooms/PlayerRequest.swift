import AudioMixing
import Glibc
import SessionControl
import StrictJSON
import WorkoutModel

/// A request of a Snapcast server to the control script of a stream, in JSON-RPC.
struct PlayerRequest {
  enum Kind {
    case properties
    case ask(JSONFields)
  }

  /// An error as JSON-RPC counts them. The server waits for ever for a reply whose error has no text as `data`.
  struct Refusal: Error {
    static let (malformed, noMethod, invalid, failed) = (-32_700, -32_601, -32_602, -32_603)

    let code: Int
    let reason: String

    var fields: JSONFields { ["code": code, "message": reason, "data": reason] }
  }

  private static let depth = 8
  private static let commands = [
    "play": "resume", "pause": "pause", "playpause": "toggle", "next": "next", "previous": "back", "stop": "stop",
  ]

  /// What the reply repeats.
  let id: JSONValue?
  let kind: Result<Kind, Refusal>
  /// Whether it sets the property `mute`, which the server knows then.
  let setsMute: Bool

  init(_ line: [UInt8]) {
    do throws(JSONError) {
      let object = try JSONReader.readObject(line, maximumDepth: Self.depth)
      id = object["id"]
      setsMute = object["params"]?["mute"]?.bool != nil
      kind = Self.kind(object["method"]?.text ?? "", object["params"])
    } catch {
      (id, setsMute) = (nil, false)
      kind = .failure(Refusal(code: Refusal.malformed, reason: error.message))
    }
  }

  private static func kind(_ method: String, _ parameters: JSONValue?) -> Result<Kind, Refusal> {
    switch method {
    case "Plugin.Stream.Player.GetProperties": return .success(.properties)
    case "Plugin.Stream.Player.Control":
      // Servers before 0.26 begin the words with capitals.
      let command = parameters?["command"]?.text ?? ""
      guard let word = commands[command.lowercased()] else {
        return .failure(Refusal(code: Refusal.invalid, reason: "a workout has no \(Excerpt.quoted(command))"))
      }
      return .success(.ask(["do": word]))
    case "Plugin.Stream.Player.SetProperty":
      if let isMuted = parameters?["mute"]?.bool { return .success(.ask(["do": "mute", "on": isMuted])) }
      if let percent = parameters?["volume"]?.number, percent.isFinite {
        return .success(.ask(percent > 0 ? ["do": "volume", "to": level(percent)] : ["do": "mute", "on": true]))
      }
      return .failure(Refusal(code: Refusal.invalid, reason: "only volume and mute of a workout can be set"))
    default: return .failure(Refusal(code: Refusal.noMethod, reason: "no such method"))
    }
  }

  private static func level(_ percent: Double) -> Double {
    Limits.volume(nearest: (10 * Decibels(amplitude: Float(percent / 100)).value).rounded() / 10)
  }
}
