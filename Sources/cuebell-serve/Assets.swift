#if Serve
import DisplayServer

/// The files of the pages, which are part of the program.
enum Assets {
  static let all = [
    Asset("wall.html", PackageResources.wall_html),
    Asset("remote.html", PackageResources.remote_html),
    Asset("library.html", PackageResources.library_html),
    Asset("history.html", PackageResources.history_html),
    Asset("page.css", PackageResources.page_css),
  ]
}
#endif
