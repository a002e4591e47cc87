import HostSystem

/// The files of the pages, embedded in the program.
package enum Assets {
  /// All files; the page of a workout has the wall, which it becomes when it plays the workout itself.
  package static let all = files.map { file in
    guard file.name == "workout.html" else { return file }
    let template = "<template id=\"wall\">"
    return Asset(file.name, Array(file.text.replacing(template, with: template + "\n" + wall).utf8))
  }

  /// What the wall consists of, without its head.
  static var wall: String {
    let lines = (files.first { $0.name == "wall.html" }?.text ?? "").split(separator: "\n")
    return lines.drop { !$0.hasPrefix("<body") }.dropFirst().prefix { $0 != "</body>" }.joined(separator: "\n")
  }

  private static let files = [
    Asset("edit.html", PackageResources.edit_html),
    Asset("head.html", PackageResources.head_html),
    Asset("history.html", PackageResources.history_html),
    Asset("library.html", PackageResources.library_html),
    Asset("nav.html", PackageResources.nav_html),
    Asset("nowhere.html", PackageResources.nowhere_html),
    Asset("remote.html", PackageResources.remote_html),
    Asset("wall.html", PackageResources.wall_html),
    Asset("workout.html", PackageResources.workout_html),
    Asset("edit.css", PackageResources.edit_css),
    Asset("hand.css", PackageResources.hand_css),
    Asset("lists.css", PackageResources.lists_css),
    Asset("look.css", PackageResources.look_css),
    Asset("play.css", PackageResources.play_css),
    Asset("remote.css", PackageResources.remote_css),
    Asset("wall.css", PackageResources.wall_css),
    Asset("admission.js", PackageResources.admission_js),
    Asset("all.js", PackageResources.all_js),
    Asset("api.js", PackageResources.api_js),
    Asset("awake.js", PackageResources.awake_js),
    Asset("blocks.js", PackageResources.blocks_js),
    Asset("choices.js", PackageResources.choices_js),
    Asset("clock.js", PackageResources.clock_js),
    Asset("clips.js", PackageResources.clips_js),
    Asset("drag.js", PackageResources.drag_js),
    Asset("draft.js", PackageResources.draft_js),
    Asset("edit.js", PackageResources.edit_js),
    Asset("editabout.js", PackageResources.editabout_js),
    Asset("editask.js", PackageResources.editask_js),
    Asset("editchange.js", PackageResources.editchange_js),
    Asset("editmoves.js", PackageResources.editmoves_js),
    Asset("editpage.js", PackageResources.editpage_js),
    Asset("editrows.js", PackageResources.editrows_js),
    Asset("editsave.js", PackageResources.editsave_js),
    Asset("editview.js", PackageResources.editview_js),
    Asset("display.js", PackageResources.display_js),
    Asset("engine.js", PackageResources.engine_js),
    Asset("elements.js", PackageResources.elements_js),
    Asset("favourites.js", PackageResources.favourites_js),
    Asset("fit.js", PackageResources.fit_js),
    Asset("frames.js", PackageResources.frames_js),
    Asset("groups.js", PackageResources.groups_js),
    Asset("hand.js", PackageResources.hand_js),
    Asset("hear.js", PackageResources.hear_js),
    Asset("here.js", PackageResources.here_js),
    Asset("history.js", PackageResources.history_js),
    Asset("jsontext.js", PackageResources.jsontext_js),
    Asset("keys.js", PackageResources.keys_js),
    Asset("library.js", PackageResources.library_js),
    Asset("link.js", PackageResources.link_js),
    Asset("live.js", PackageResources.live_js),
    Asset("model.js", PackageResources.model_js),
    Asset("mixer.js", PackageResources.mixer_js),
    Asset("moments.js", PackageResources.moments_js),
    Asset("now.js", PackageResources.now_js),
    Asset("plan.js", PackageResources.plan_js),
    Asset("quick.js", PackageResources.quick_js),
    Asset("reload.js", PackageResources.reload_js),
    Asset("share.js", PackageResources.share_js),
    Asset("short.js", PackageResources.short_js),
    Asset("play.js", PackageResources.play_js),
    Asset("player.js", PackageResources.player_js),
    Asset("playing.js", PackageResources.playing_js),
    Asset("remote.js", PackageResources.remote_js),
    Asset("session.js", PackageResources.session_js),
    Asset("single.js", PackageResources.single_js),
    Asset("stage.js", PackageResources.stage_js),
    Asset("start.js", PackageResources.start_js),
    Asset("text.js", PackageResources.text_js),
    Asset("textfile.js", PackageResources.textfile_js),
    Asset("track.js", PackageResources.track_js),
    Asset("voice.js", PackageResources.voice_js),
    Asset("volume.js", PackageResources.volume_js),
    Asset("wall.js", PackageResources.wall_js),
    Asset("words.js", PackageResources.words_js),
    Asset("workout.js", PackageResources.workout_js),
    Asset("awake.webm", PackageResources.awake_webm),
    Asset("bold.woff2", PackageResources.bold_woff2),
    Asset("icon.png", PackageResources.icon_png),
    Asset("icon.svg", PackageResources.icon_svg),
    Asset("regular.woff2", PackageResources.regular_woff2),
    Asset("remote.webmanifest", PackageResources.remote_webmanifest),
  ]

  /// The engine of the pages, compressed; `nil` where the program was built or installed without it.
  package static var engine: Asset? {
    let folder = ShippedFiles.folder("web", inClone: ".build/web")
    let bytes = folder.flatMap { try? RegularFile.bytes(of: "\($0)/\(engineName)", atMost: 4 << 20) }
    return bytes.map { Asset(engineName, $0) }
  }

  private static let engineName = "cuebell.wasm.gz"

  static func named(_ name: String) -> Asset? { all.first { $0.name == name } }
}

package struct Asset: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  package var type: String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "webm": "video/webm"
    case "woff2": "font/woff2"
    case "webmanifest": "application/manifest+json"
    case "gz": "application/gzip"
    default: "application/octet-stream"
    }
  }

  /// Its bytes at the path of an address, with links from there: a proxy may have put other addresses before it.
  package func bytes(at path: String) -> [UInt8] {
    switch name.split(separator: ".").last {
    case "html":
      let steps = path.count { $0 == "/" } - 1
      return Array(text.replacing("=\"/", with: "=\"./" + String(repeating: "../", count: max(steps, 0))).utf8)
    case "css": return Array(text.replacing("(\"/assets/", with: "(\"").utf8)
    default: return bytes
    }
  }
}
