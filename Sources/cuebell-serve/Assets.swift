#if Serve
import DisplayServer

/// The files of the pages, embedded in the executable.
enum Assets {
  static let all = [
    Asset("history.html", PackageResources.history_html),
    Asset("library.html", PackageResources.library_html),
    Asset("nowhere.html", PackageResources.nowhere_html),
    Asset("remote.html", PackageResources.remote_html),
    Asset("wall.html", PackageResources.wall_html),
    Asset("hand.css", PackageResources.hand_css),
    Asset("lists.css", PackageResources.lists_css),
    Asset("look.css", PackageResources.look_css),
    Asset("remote.css", PackageResources.remote_css),
    Asset("wall.css", PackageResources.wall_css),
    Asset("all.js", PackageResources.all_js),
    Asset("api.js", PackageResources.api_js),
    Asset("awake.js", PackageResources.awake_js),
    Asset("clock.js", PackageResources.clock_js),
    Asset("fit.js", PackageResources.fit_js),
    Asset("frames.js", PackageResources.frames_js),
    Asset("groups.js", PackageResources.groups_js),
    Asset("history.js", PackageResources.history_js),
    Asset("keys.js", PackageResources.keys_js),
    Asset("library.js", PackageResources.library_js),
    Asset("link.js", PackageResources.link_js),
    Asset("model.js", PackageResources.model_js),
    Asset("moments.js", PackageResources.moments_js),
    Asset("nowhere.js", PackageResources.nowhere_js),
    Asset("remote.js", PackageResources.remote_js),
    Asset("session.js", PackageResources.session_js),
    Asset("single.js", PackageResources.single_js),
    Asset("start.js", PackageResources.start_js),
    Asset("text.js", PackageResources.text_js),
    Asset("volume.js", PackageResources.volume_js),
    Asset("wall.js", PackageResources.wall_js),
    Asset("words.js", PackageResources.words_js),
    Asset("awake.webm", PackageResources.awake_webm),
    Asset("bold.woff2", PackageResources.bold_woff2),
    Asset("icon.png", PackageResources.icon_png),
    Asset("icon.svg", PackageResources.icon_svg),
    Asset("regular.woff2", PackageResources.regular_woff2),
    Asset("remote.webmanifest", PackageResources.remote_webmanifest),
  ]
}
#endif
