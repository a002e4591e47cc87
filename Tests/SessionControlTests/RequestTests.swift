import SessionControl
import SessionReporting
import StrictJSON
import Testing

@Suite struct `A request` {
  private func read(_ line: String) throws(ControlRequest.Failure) -> ControlRequest? {
    try ControlRequest.read(Array(line.utf8))
  }

  private func error(_ line: String) -> ControlRequest.Failure? {
    do throws(ControlRequest.Failure) {
      _ = try read(line)
      return nil
    } catch { return error }
  }

  private static let commands: [(json: String, words: String, command: ControlCommand)] = [
    (#""do":"pause""#, "pause", .pause), (#""do":"resume""#, "resume", .resume),
    (#""do":"toggle""#, "toggle", .toggle), (#""do":"next""#, "next", .next), (#""do":"back""#, "back", .back),
    (#""do":"restartPhase""#, "restart", .restartPhase), (#""do":"skip""#, "skip", .skip),
    (#""do":"done""#, "done", .done), (#""do":"undo""#, "undo", .undo), (#""do":"redo""#, "redo", .redo),
    (#""do":"stop""#, "stop", .stop),
    (#""do":"extend","by":"15s""#, "extend 15s", .extend(by: .seconds(15))),
    (#""do":"extend","by":"-1m30s""#, "extend -1m30s", .extend(by: .seconds(-90))),
    (#""do":"extend","by":2.5"#, "extend 2.5", .extend(by: .milliseconds(2500))),
    (#""do":"jump","to":"3:20""#, "jump 3:20", .jump(to: .seconds(200))),
    (#""do":"jump","to":200"#, "jump 200", .jump(to: .seconds(200))),
    (#""do":"jump","to":{"set":3}"#, "jump set 3", .jumpToSet(3)),
    (#""do":"jump","to":"set 3""#, "jump  set  3", .jumpToSet(3)),
    (#""do":"jump","by":"-5s""#, "jump -5s", .seek(by: .seconds(-5))),
    (#""do":"jump","by":5"#, "seek +5s", .seek(by: .seconds(5))),
    (#""do":"volume","by":-3"#, "volume -3", .changeVolume(by: -3)),
    (#""do":"volume","by":3"#, "volume +3", .changeVolume(by: 3)),
    (#""do":"volume","to":0"#, "volume =0", .setVolume(0)),
    (#""do":"volume","to":-6.5"#, "volume =-6.5", .setVolume(-6.5)), (#""do":"mute""#, "mute", .mute(nil)),
    (#""do":"say""#, "say", .say(nil)), (#""do":"say","text":"Elbows in!""#, "say  Elbows in!", .say("Elbows in!")),
    (#""do":"mute","on":true"#, "mute on", .mute(true)), (#""do":"mute","on":false"#, "mute off", .mute(false)),
  ]

  @Test(arguments: commands)
  func `is a command, as JSON and as words`(json: String, words: String, command: ControlCommand) throws {
    #expect(try read("{\"id\":7,\(json)}") == ControlRequest(.perform(command), id: .integer(7)))
    #expect(try read("  {\(json), \"control\" : 1 }\r") == ControlRequest(.perform(command)))
    #expect(try read(words) == ControlRequest(.perform(command)))
  }

  @Test(arguments: ["next", "skip", "done", "back", "restartPhase"])
  func `is a move that may name the phase it is meant for, and for a client of several also that`(name: String) throws {
    let request = try #require(try read(#"{"do":"\#(name)","in":"3_1","client":"page 7","as":"Phone"}"#))
    #expect((request.seenPhase, request.client, request.clientName) == ("3_1", "page 7", "Phone"))
    #expect(error(#"{"do":"\#(name)","in":3}"#)?.error.name == "invalid")
    #expect(error(#"{"do":"pause","in":"3_1"}"#)?.error.name == "unknown")
  }

  @Test func `asks for properties, events and the time, and names its client`() throws {
    #expect(
      try read(#"{"id":"a","watch":["playback","phase","place"]}"#)
        == ControlRequest(.watch([.playback, .phase, .place]), id: .text("a")))
    #expect(try read(#"{"get":["plan"]}"#)?.kind == .get([.plan]))
    #expect(try read(#"{"get":"volume"}"#)?.kind == .get([.volume]))
    #expect(try read(#"{"watch":[]}"#)?.kind == .watch(.watchable))
    #expect(try read(#"{"unwatch":"all"}"#)?.kind == .unwatch(.watchable))
    #expect(
      try read(#"{"events":["phase","cue"],"ahead":true}"#)?.kind == .events(["phase", "cue"], ahead: true))
    #expect(try read(#"{"events":[]}"#)?.kind == .events(Set(SessionEvent.names), ahead: false))
    #expect(try read(#"{"events":false}"#)?.kind == .events(nil, ahead: false))
    #expect(try read(#"{"clock":-1.50e3}"#)?.kind == .clock(.raw("-1.50e3")))
    #expect(try read(#"{"clock":"a\"b"}"#)?.kind == .clock(.text(#"a"b"#)))
    let named = try read(#"{"as":"Kitchen tablet"}"#)
    #expect(named?.kind == .name && named?.clientName == "Kitchen tablet")
    #expect(try read(#"{"as":"x","do":"pause"}"#) == ControlRequest(.perform(.pause), clientName: "x"))
    #expect(try read("status")?.kind == .get(.status))
    #expect(try read("watch phase")?.kind == .events(["phase"], ahead: false))
  }

  @Test(arguments: ["", "   ", "\r", "# a remark", "  # {"])
  func `is nothing in an empty line and in a remark`(line: String) throws { #expect(try read(line) == nil) }

  @Test(
    arguments: [
      ("{", 2, "the line ends"), (#"{"do":"pause""#, 14, "the line ends, but the \"{\" at 1:1 is not closed"),
      (#"{"do":"pause",}"#, 15, "an entry is missing"), (#"{"do":"pause"} x"#, 16, "follows the end"),
      (#"{"do":"pause"/**/}"#, 14, "expected"), (#"{"do":"pause","do":"stop"}"#, 15, "duplicate key"),
      (#"{"a":[[[[[[[[1]]]]]]]]}"#, 13, "nest deeper than 8"), ("pau\u{0}se", 4, "not text"),
      (#"{"do":'pause'}"#, 7, "double quotes"),
    ])
  func `is malformed at a column`(line: String, column: Int, part: String) throws {
    guard case .malformed(let reason, column)? = error(line)?.error else {
      Issue.record("\(line): \(String(describing: error(line)))")
      return
    }
    #expect(reason.contains(part), "\(reason)")
  }

  @Test func `is malformed where it is too long or not UTF-8`() {
    let long = String(repeating: "x", count: ControlProtocol.lineLength + 1)
    guard case .malformed(_, ControlProtocol.lineLength + 1)? = error(long)?.error else {
      Issue.record("a line of \(long.utf8.count) bytes is read")
      return
    }
    for bytes in [[0x70, 0xC3], [0x7B, 0x22, 0xFF, 0x22]] as [[UInt8]] {
      #expect(throws: ControlRequest.Failure.self) { try ControlRequest.read(bytes) }
    }
  }

  @Test(
    arguments: [
      (#"{"do":"pauze"}"#, #"unknown command "pauze"; did you mean "pause"?"#),
      (#"{"do":"extend","by":"1s","form":1}"#, #"unknown field "form""#),
      (#"{"do":"pause","bye":1}"#, #"unknown field "bye"; did you mean "by"?"#),
      (#"{"do":"pause","by":1}"#, #""by" has no meaning for "pause""#),
      (#"{"do":"mute","to":1}"#, #""to" has no meaning for "mute""#),
      (#"{"do":"jump","to":{"sett":3}}"#, #"unknown field "sett"; did you mean "set"?"#),
      (#"{"get":["phaze"]}"#, #"unknown property "phaze"; did you mean "phase"?"#),
      (#"{"events":["cuee"]}"#, #"unknown event "cuee"; did you mean "cue"?"#),
      (#"{"id":1,"quit":true}"#, #"unknown field "quit""#), ("pauze", #"unknown word "pauze"; did you mean "pause"?"#),
      ("run /bin/sh", #"unknown word "run""#),
    ])
  func `is unknown, with what was probably meant`(line: String, reason: String) {
    #expect(error(line)?.error == .unknown(reason))
  }

  @Test(
    arguments: [
      (#"{"do":"volume","to":-61}"#, "to: must be -60…12"), (#"{"do":"volume","to":13}"#, "to: must be"),
      (#"{"do":"volume"}"#, "needs either"), (#"{"do":"volume","to":1,"by":1}"#, "needs either"),
      (#"{"do":"extend"}"#, "\"by\" is missing"), (#"{"do":"extend","by":"15"}"#, "ambiguous"),
      (#"{"do":"say","text":""}"#, "text: must not be empty"),
      (#"{"do":"say","text":"a\nb"}"#, "text: must have no control characters"),
      (#"{"do":"extend","by":"15sec"}"#, "did you mean"), (#"{"do":"extend","by":"8d"}"#, "by: must be"),
      (#"{"do":"jump","to":"-5s"}"#, "to: must be"), (#"{"do":"jump","to":{"set":0}}"#, "to.set: must be"),
      (#"{"do":"mute","on":1}"#, "on: must be true or false"), (#"{"do":1}"#, "do: must be a text"),
      (#"{"id":1.5,"do":"pause"}"#, "id: must be"), (#"{"id":{},"do":"pause"}"#, "id: must be"),
      (#"{"do":"pause","get":[]}"#, "one of"), ("{}", "one of"), (#"{"id":1}"#, "one of"),
      (#"{"watch":["plan"]}"#, "use \"get\""), (#"{"get":[1]}"#, "must be a text"), (#"{"get":{}}"#, "list of names"),
      (#"{"as":""}"#, "1 to 64 characters"), (#"{"clock":true}"#, "number or a text"), ("volume 3", "+3"),
      ("volume", "one argument"), ("volume loud", "dB"), ("volume =99", "volume: must be -60…12"),
      ("pause now", "takes no arguments"), ("extend", "one argument"), ("extend soon", "extend: "),
      ("jump set x", "whole number"),
      ("mute on off", "\"off\""), ("volume +-3", "volume: must be"),
    ])
  func `is invalid, with what is allowed`(line: String, part: String) {
    guard case .invalid(let reason)? = error(line)?.error else {
      Issue.record("\(line): \(String(describing: error(line)))")
      return
    }
    #expect(reason.contains(part), "\(reason)")
  }

  @Test func `of another version is answered with the version there is, whatever else it holds`() {
    let failure = error(#"{"id":9,"control":2,"do":"levitate","high":true}"#)
    #expect(failure?.error == .version && failure?.id == .integer(9))
    #expect(
      ControlReply.line(ControlError.version, to: .integer(9))
        == #"{"id":9,"ok":false,"error":"version","#
        + #""reason":"this run speaks version 1 of the protocol","supported":[1]}"#)
  }
}
