# The programs as they were built for Debian 12, with the libraries of Homebrew.
class Cuebell < Formula
  desc "Talking interval timer for workouts and meditation"
  homepage "@HOMEPAGE@"
  url "@BREW_DOWNLOADS@cuebell-@VERSION@-linux-x86_64.tar.gz"
  sha256 "@SHA256:cuebell-@VERSION@-linux-x86_64.tar.gz@"
  license all_of: ["GPL-3.0-or-later", "Apache-2.0"]

  depends_on "patchelf" => :build
  depends_on "alsa-lib"
  depends_on "espeak-ng"
  depends_on "expat"
  depends_on "libsndfile"
  depends_on :linux
  depends_on arch: :x86_64
  depends_on "mosquitto"
  depends_on "qrencode"
  depends_on "sqlite"
  depends_on "systemd"
  depends_on "zlib"

  def install
    # What stays under the prefix are programs, workouts, manuals and completions; Homebrew starts no units.
    bin.install Dir["bin/*"]
    share.install "share/cuebell", "share/man", "share/doc"
    bash_completion.install "share/bash-completion/completions/cuebell"
    zsh_completion.install "share/zsh/site-functions/_cuebell"
    fish_completion.install "share/fish/vendor_completions.d/cuebell.fish"
    Dir[bin/"*"].each { |program| system "patchelf", "--set-rpath", HOMEBREW_PREFIX/"lib", program }
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/cuebell --version")
    system bin/"cuebell", "run", "2x2/1", "--silent", "--speed", "100"
    system bin/"cuebell", "render", "tabata", "-o", "tabata.flac"
  end
end
