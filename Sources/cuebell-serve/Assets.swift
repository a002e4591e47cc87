#if Serve
import DisplayServer

/// The files of the pages, embedded in the executable.
enum Assets {
  static let all = [
    Asset("wall.html", PackageResources.wall_html),
    Asset("remote.html", PackageResources.remote_html),
    Asset("library.html", PackageResources.library_html),
    Asset("history.html", PackageResources.history_html),
    Asset("page.css", PackageResources.page_css),
    Asset("wall.css", PackageResources.wall_css),
    Asset("api.js", PackageResources.api_js),
    Asset("awake.js", PackageResources.awake_js),
    Asset("clock.js", PackageResources.clock_js),
    Asset("fit.js", PackageResources.fit_js),
    Asset("frames.js", PackageResources.frames_js),
    Asset("history.js", PackageResources.history_js),
    Asset("keys.js", PackageResources.keys_js),
    Asset("library.js", PackageResources.library_js),
    Asset("link.js", PackageResources.link_js),
    Asset("model.js", PackageResources.model_js),
    Asset("remote.js", PackageResources.remote_js),
    Asset("session.js", PackageResources.session_js),
    Asset("text.js", PackageResources.text_js),
    Asset("wall.js", PackageResources.wall_js),
    Asset("icon.svg", PackageResources.icon_svg),
    Asset("awake.webm", PackageResources.awake_webm),
  ]
}
#endif
