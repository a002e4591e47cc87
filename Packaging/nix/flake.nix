{
  description = "Talking interval timer for workouts and meditation";

  inputs.nixpkgs.url = "nixpkgs/nixos-unstable";

  # The programs as they were built for Debian 12, with the libraries of Nix: nixpkgs has no Swift that builds them.
  outputs = { self, nixpkgs }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
    in {
      packages.${system}.default = pkgs.stdenv.mkDerivation rec {
        pname = "cuebell";
        version = "@VERSION@";
        src = @NIX_SOURCE@;
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        buildInputs = with pkgs; [
          alsa-lib espeak-ng expat libsndfile mosquitto qrencode sqlite stdenv.cc.cc.lib systemd zlib
        ];
        installPhase = ''
          mkdir -p $out
          cp -R bin lib share $out/
          find $out/lib/systemd -type f -exec sed -i "s|/usr/local|$out|g" {} +
        '';
        meta = {
          description = "Talking interval timer for workouts and meditation";
          license = with pkgs.lib.licenses; [ gpl3Plus asl20 ];
          platforms = [ system ];
          mainProgram = "cuebell";
        };
      };
    };
}
