/// The interfaces of a media player, by version 2.2 of MPRIS.
enum MPRIS {
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let properties = "org.freedesktop.DBus.Properties"
  static let introspectable = "org.freedesktop.DBus.Introspectable"

  /// The bus name of a run; `process` distinguishes runs after the first.
  static func name(process: Int32? = nil) -> String { "\(root).cuebell" + (process.map { ".instance\($0)" } ?? "") }

  /// Whether a bus name belongs to a media player other than Cuebell.
  static func isOther(_ name: String) -> Bool {
    let own = Self.name()
    // playerctld forwards to other players.
    return name.hasPrefix(root + ".") && name != own && !name.hasPrefix(own + ".") && name != "\(root).playerctld"
  }

  /// The introspection data of an object path; `nil` if there is no object.
  static func description(of path: String) -> String? {
    if path == Self.path { return String(decoding: PackageResources.player_xml, as: UTF8.self) }
    let parents = ["/": "org", "/org": "mpris", "/org/mpris": "MediaPlayer2"]
    guard let child = parents[path] else { return nil }
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node>
        <node name="\(child)"/>
      </node>

      """
  }
}
