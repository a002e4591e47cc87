import ArgumentParser
import ServerOptions

/// `mqtt`: live runs on an MQTT broker, and in Home Assistant.
struct Mqtt: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show and control workouts by an MQTT broker and Home Assistant.",
    discussion: """
      Examples:
        cuebell mqtt --broker mqtt://localhost
        cuebell mqtt --broker mqtts://broker.example --user gym --password-file ~/.config/cuebell/broker
        cuebell mqtt --broker mqtt://localhost --workouts ~/training -- --device plughw:CARD=Headphones
        cuebell mqtt --broker mqtt://localhost --forget

      The state of each run is in cuebell/NODE/state and cuebell/NODE/runs/NAME/state, what happens in \
      cuebell/NODE/event. Requests go to cuebell/NODE/do, as JSON or as words of cuebell ctl; the name of a workout \
      goes to cuebell/NODE/start. Anyone who may publish there can start and stop workouts. Home Assistant lists the \
      machine by itself. A broker that is slow or away doesn't disturb a workout. Ctrl-C ends the bridge; runs continue.
      """)

  @OptionGroup var arguments: MQTTArguments

  func run() throws { try SeparateProgram(.server).become("mqtt") }
}
