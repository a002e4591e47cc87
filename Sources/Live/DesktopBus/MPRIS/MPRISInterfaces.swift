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
    if path == Self.path { return document(interfaces) }
    let parents = ["/": "org", "/org": "mpris", "/org/mpris": "MediaPlayer2"]
    return parents[path].map { document("  <node name=\"\($0)\"/>") }
  }

  private static func document(_ content: String) -> String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \(content)
    </node>

    """
  }

  private static func readable(_ type: String, _ names: String...) -> String {
    names.map { #"<property name="\#($0)" type="\#(type)" access="read"/>"# }.joined(separator: "\n    ")
  }

  private static let interfaces = """
      <interface name="org.freedesktop.DBus.Introspectable">
        <method name="Introspect"><arg name="xml" type="s" direction="out"/></method>
      </interface>
      <interface name="org.freedesktop.DBus.Peer">
        <method name="Ping"/>
        <method name="GetMachineId"><arg name="id" type="s" direction="out"/></method>
      </interface>
      <interface name="org.freedesktop.DBus.Properties">
        <method name="Get">
          <arg name="interface" type="s" direction="in"/>
          <arg name="property" type="s" direction="in"/>
          <arg name="value" type="v" direction="out"/>
        </method>
        <method name="GetAll">
          <arg name="interface" type="s" direction="in"/>
          <arg name="properties" type="a{sv}" direction="out"/>
        </method>
        <method name="Set">
          <arg name="interface" type="s" direction="in"/>
          <arg name="property" type="s" direction="in"/>
          <arg name="value" type="v" direction="in"/>
        </method>
        <signal name="PropertiesChanged">
          <arg name="interface" type="s"/>
          <arg name="changed" type="a{sv}"/>
          <arg name="invalidated" type="as"/>
        </signal>
      </interface>
      <interface name="org.mpris.MediaPlayer2">
        <method name="Raise"/>
        <method name="Quit"/>
        \(readable("b", "CanQuit", "CanRaise", "HasTrackList"))
        \(readable("s", "Identity", "DesktopEntry"))
        \(readable("as", "SupportedUriSchemes", "SupportedMimeTypes"))
      </interface>
      <interface name="org.mpris.MediaPlayer2.Player">
        <method name="Next"/>
        <method name="Previous"/>
        <method name="Pause"/>
        <method name="PlayPause"/>
        <method name="Stop"/>
        <method name="Play"/>
        <method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
        <method name="SetPosition">
          <arg name="TrackId" type="o" direction="in"/>
          <arg name="Position" type="x" direction="in"/>
        </method>
        <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
        <signal name="Seeked"><arg name="Position" type="x"/></signal>
        \(readable("s", "PlaybackStatus"))
        <property name="Rate" type="d" access="readwrite"/>
        \(readable("a{sv}", "Metadata"))
        <property name="Volume" type="d" access="readwrite"/>
        <property name="Position" type="x" access="read">
          <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
        </property>
        \(readable("d", "MinimumRate", "MaximumRate"))
        \(readable("b", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"))
      </interface>
    """
}
