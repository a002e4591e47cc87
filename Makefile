# The entry points of the project: make run, make test, make simulate. Missing packages are installed first.

WORKOUT ?= Workouts/quick-start.json
OUT ?= workout.flac
SEED ?= 1
SEEDS ?= 500
PLANS ?= 100000
FILES ?= 1000
PREFIX ?= /usr/local
PROFILE ?= normal
LENGTH ?= 600
REPOSITORY ?= .build/apt
JOBS ?= 2
# The tests that hold times to a promise only where they are measured.
MEASURED := Onset|WallDigit|Ending|Contact|SoundLoss|ManyPhrases|LargeWorkout|Exchange
MEASURED := $(MEASURED)|LiveRun|Rooms|PlayedFile|LiveFile|Flow|Loading
# The check rejects an import of a module that the target does not depend on, which would compile only by chance.
# The trait Serve adds the programs, and with them the packages that only they need. All targets set it, because a change
# of traits rebuilds everything.
# No library is searched for beside the programs: an installed one would load what another program leaves in /usr/bin.
BUILD := swift build -c release -j $(JOBS) --traits Serve --explicit-target-dependency-import-check error \
	--disable-local-rpath
BIN = $(shell $(BUILD) --show-bin-path)
# The version of the command, also for packages.
VERSION = $(shell sed -n 's/^  static let version = "\(.*\)"$$/\1/p' Sources/cuebell/Support/Release.swift)

LIBRARIES := libespeak-ng-dev espeak-ng-data libasound2-dev libsndfile1-dev libflac-dev libogg-dev \
	libsystemd-dev libsqlite3-dev libqrencode-dev libmosquitto-dev libexpat1-dev zlib1g-dev pkg-config
TOOLS := python3-jsonschema sox ffmpeg flac vorbis-tools opus-tools librsvg2-bin libebur128-dev pulseaudio \
	pulseaudio-utils libasound2-plugins playerctl python3-dbusmock dbus-daemon systemd socat curl zbar-tools \
	chromium chromium-headless-shell fonts-dejavu-core cuetools libxml2-utils python3-icalendar python3-feedparser \
	python3-jinja2 python3-yaml python3-markdown nodejs snapserver snapclient mosquitto mosquitto-clients openssl jq git
# A test of two hosts, which are network namespaces: only root may make them.
ifeq ($(shell id -u),0)
TOOLS += parallel openssh-server openssh-client iproute2
endif
INSTALL_TOOLS := binutils python3
PACKAGE_TOOLS := $(INSTALL_TOOLS) debhelper lintian mandoc
WHEEL_TOOLS := $(INSTALL_TOOLS) dpkg-dev gcc patchelf
REPOSITORY_TOOLS := apt-utils gnupg
BENCH_TOOLS := sox libsox-fmt-mp3 ffmpeg python3 python3-numpy gcc libc6-dev

.PHONY: run serve build server lab core test example embedded web web-test site api documentation measure \
	screenshots check \
	lint bench render simulate mutants translations fuzz voice-test install deb wheel apt-repository package-test \
	wheel-test raspberry-pi-test pictures dist doctor setup setup-tests clean release release-test release-notes \
	exactness arm64 image

run: build
	@"$(BIN)/cuebell" run "$(WORKOUT)"

build: setup
	$(BUILD) --product cuebell

# Serves the wall display, the phone remote, the library and the history to browsers. The server's program also has the
# bridge to MQTT brokers.
serve: server
	@"$(BIN)/cuebell" serve $(if $(LISTEN),--listen $(LISTEN))

server: build
	$(BUILD) --product cuebell-serve

# The program that simulates workouts and judges recordings.
lab: build
	$(BUILD) --product cuebell-lab

# Tests the engine alone, without optimization: the shortest way from a changed line to its tests. It needs nothing but
# the toolchain.
core:
	CORE=1 swift build -j $(JOBS) --scratch-path .build-core --build-tests
	@CORE=1 swift test --skip-build --scratch-path .build-core $(if $(SUITE),--filter "$(SUITE)")

# A suite of the engine needs nothing else.
ifneq ($(filter StrictJSONTests% WorkoutModelTests% WorkoutEngineTests%,$(SUITE)),)
test: core
else
test: setup setup-tests web
	$(BUILD) --build-tests
	@sh Scripts/test.sh $(if $(SUITE),--filter "$(SUITE)")
endif

# Tests the packages that embed the libraries, on virtual clocks, then runs their programs. Without our traits no package
# is fetched: then there is nothing to write down.
example:
	for folder in Examples/*/; do (cd "$$folder" && swift test -j $(JOBS) && swift run --skip-build) || exit 1; done
	! ls Examples/*/Package.resolved 2>/dev/null

# Compiles the engine in Embedded mode, for machines without an operating system, WebAssembly and iOS.
embedded:
	@sh Scripts/embedded.sh

# Makes the engine of pages, of the same sources, as WebAssembly: .build/web/cuebell.wasm.gz.
web:
	@sh Scripts/install-missing.sh binaryen
	@sh Scripts/web.sh

# Compares its answers with those of the engine here, byte for byte: in all scenarios, and in SESSIONS random workouts
# with random actions.
SESSIONS ?= 500
web-test: web
	@sh Scripts/install-missing.sh nodejs
	CORE=web swift build -c release -j $(JOBS) --scratch-path .build-web --build-tests
	@CORE=web SESSIONS=$(SESSIONS) swift test -c release --skip-build --scratch-path .build-web

# Makes the site, static files that any server offers, in .build/site: a first page that plays what is written in it, the
# documents, and the workouts.
site: build web
	@sh Scripts/install-missing.sh python3 python3-markdown
	@/usr/bin/python3 Scripts/site.py "$(BIN)/cuebell" .build/site

# Lists the changes in the libraries since the last release, by Packaging/releases, that break programs that embed them.
# Intended ones are in Packaging/api-breakages.txt, where WRITE=1 adds them, until the next release.
api:
	@sh Scripts/install-missing.sh python3
	@python3 Scripts/api-changes.py $(if $(WRITE),--write)

# Builds the reference of the libraries as DocC archives, in .build/documentation.
documentation: lab
	@sh Scripts/install-missing.sh python3
	@sh Scripts/documentation.sh "$(BIN)"

# Measures times, which a busy machine disturbs: tests hold them to what is promised. Then the figures of
# docs/EXACTNESS.md, and the cost of a run of LENGTH seconds.
# With ROOMS, the number of players: how far apart those of a Snapcast server are, and how far off the marks, behind a
# line of 20 ± 10 ms that loses 1 %; needs root, for a network namespace.
ifdef ROOMS
measure: build setup-tests
	@sh Scripts/install-missing.sh python3-numpy
	@python3 Benchmarks/measure-rooms.py "$(BIN)/cuebell" "$(ROOMS)" 120
else
measure: setup setup-tests
	$(BUILD) --build-tests
	@MEASURE=1 sh Scripts/test.sh --filter '/($(MEASURED))Tests\.swift|Measurement\.swift'
	@sh Benchmarks/exactness.sh "$(BIN)/cuebell"
	@sh Benchmarks/measure-live.sh "$(PROFILE)" "$(LENGTH)" "$(BIN)/cuebell"
endif

# Makes the pictures, the sound and the tables of options of the documents from the program; make test compares them.
pictures: setup setup-tests
	$(BUILD) --build-tests
	@UPDATE_GOLDEN=1 sh Scripts/test.sh --filter DocumentPictureTests

# Measures how exactly cues are heard in six minutes, for docs/EXACTNESS.md; or in a run of SOAK seconds.
exactness: lab setup-tests
	@sh Benchmarks/exactness.sh "$(BIN)/cuebell" $(if $(SOAK),soak=$(SOAK))

# Takes pictures of every page in every state and size, into the folder OUT.
screenshots: setup setup-tests
	$(BUILD) --build-tests
	@CUEBELL_SCREENSHOTS="$(or $(OUT),screenshots)" sh Scripts/test.sh --filter ScreenshotTests

check: lint test

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests \
	  Benchmarks/Package.swift Benchmarks/Benchmarks Examples/*/Package.swift Examples/*/Sources Examples/*/Tests

# Measures the speed of the parts and of the whole against other programs on this machine, for Benchmarks/RESULTS.md.
bench: lab
	@sh Scripts/install-missing.sh $(BENCH_TOOLS)
	sh Benchmarks/run.sh "$(BIN)/cuebell"

render: build
	@"$(BIN)/cuebell" render "$(WORKOUT)" -o "$(OUT)"

# Runs all scenarios, then SEEDS generated ones of WORKOUT and of random workouts; a failing one is written as
# failing-SEED.json. Then compares the plans of PLANS random workouts with the reference, and runs SEEDS live sessions.
simulate: lab setup-tests
	@"$(BIN)/cuebell" simulate Scenarios/*.json
	@"$(BIN)/cuebell" simulate --workout "$(WORKOUT)" --seeds $(SEEDS) --seed $(SEED)
	@"$(BIN)/cuebell" simulate --random-workouts $(SEEDS) --seed $(SEED)
	$(BUILD) --build-tests
	@SEED=$(SEED) PLANS=$(PLANS) SEEDS=$(SEEDS) sh Scripts/test.sh \
	  --filter 'with the reference on random workouts|LiveSearchTests'

# Builds one copy with all wrong engines, and judges each: the scenarios must detect every one of them.
mutants:
	@sh Scripts/install-missing.sh python3
	@sh Scripts/mutants.sh

# Writes the table of translations into the shipped workouts and programmes.
translations:
	@sh Scripts/install-missing.sh python3
	@python3 Scripts/translations.py

# Feeds random and mutated files to check, show, render and simulate: none may hang, crash or exhaust the machine.
fuzz: lab
	@sh Scripts/install-missing.sh python3
	@python3 Scripts/fuzz.py "$(BIN)/cuebell" "$(FILES)" "$(SEED)"

# Measures a natural voice with real Piper, which it downloads into .build/voices: 290 MB.
voice-test: build
	@sh Scripts/install-missing.sh python3 python3-venv
	@python3 Tests/Judges/voice.py "$(BIN)/cuebell" .build/voices

install: server lab web
	@sh Scripts/install-missing.sh $(INSTALL_TOOLS)
	sh Packaging/install.sh "$(BIN)/cuebell" "$(DESTDIR)" "$(PREFIX)"

# deb makes a Debian package of the command, in .build/packages; it names the addresses HOMEPAGE and VCS if they are
# given. wheel makes Python wheels of the command and its extras, which bring the libraries that they need. With ARCH=arm64
# on an x86-64 machine both are for Debian 13.
ifeq ($(ARCH) $(shell uname -m),arm64 x86_64)
deb wheel: web
	@LIBRARIES="$(LIBRARIES)" JOBS="$(JOBS)" sh Packaging/arm64.sh $@ "$(VERSION)"
else
deb: server lab web
	@sh Scripts/install-missing.sh $(PACKAGE_TOOLS)
	sh Packaging/package.sh deb "$(BIN)/cuebell" "$(VERSION)"

wheel: server lab web
	@sh Scripts/install-missing.sh $(WHEEL_TOOLS)
	sh Packaging/package.sh wheel "$(BIN)/cuebell" "$(VERSION)"
endif

# Makes the package for arm64, and compares its command under qemu with that of this machine.
arm64: lab
	@sh Scripts/install-missing.sh flac
	@$(MAKE) --no-print-directory deb ARCH=arm64
	@LIBRARIES="$(LIBRARIES)" sh Tests/Judges/arm64.sh ".build/packages/cuebell_$(VERSION)_arm64.deb" "$(BIN)/cuebell"

# Makes an OCI image of the command and the server, in .build/image, and tries its root.
image: server lab web
	@sh Scripts/install-missing.sh $(INSTALL_TOOLS) mmdebstrap umoci
	@sh Packaging/image.sh "$(BIN)/cuebell" "$(VERSION)"
	@sh Tests/Judges/image.sh ".build/image:$(VERSION)"

# Makes a signed apt repository of the packages in .build/packages, in the folder REPOSITORY, with the key KEY of gpg.
apt-repository:
	@[ -n "$(KEY)" ] || sh Packaging/apt-repository.sh "$(REPOSITORY)" ""
	@$(MAKE) --no-print-directory deb
	@sh Scripts/install-missing.sh $(REPOSITORY_TOOLS)
	@sh Packaging/apt-repository.sh "$(REPOSITORY)" "$(KEY)" .build/packages/cuebell_*.deb

# Installs the package in a Debian 12 and a Debian 13 without Swift, uses it there, and removes it; takes 2 minutes.
package-test: deb
	@sh Scripts/install-missing.sh mmdebstrap appstream desktop-file-utils $(REPOSITORY_TOOLS)
	sh Tests/Judges/package.sh ".build/packages/cuebell_$(VERSION)_$$(dpkg --print-architecture).deb"

# Installs the wheels in a Debian 12 and a Debian 13 that have nothing but Python, and uses them; takes 2 minutes.
wheel-test: wheel
	@sh Scripts/install-missing.sh mmdebstrap
	sh Tests/Judges/wheel.sh .build/packages "$(VERSION)"

# Runs the hook for images of the Raspberry Pi in a Debian 13, starts the server there, and judges the list for Imager;
# with ARCH=arm64 by qemu.
raspberry-pi-test: deb
	@sh Scripts/install-missing.sh mmdebstrap xz-utils python3-yaml python3-jsonschema $(if $(ARCH),qemu-user-static)
	sh Tests/Judges/raspberry-pi.sh \
	  ".build/packages/cuebell_$(VERSION)_$(or $(ARCH),$(shell dpkg --print-architecture)).deb"

# Makes a tarball of the tree of make install, in .build/packages.
dist: server lab web
	@sh Scripts/install-missing.sh $(INSTALL_TOOLS)
	sh Packaging/package.sh tarball "$(BIN)/cuebell" "$(VERSION)"

# Makes the packages and collects them with the sources, the recipes for other package managers, a bill of materials, the
# notes and their sums in the folder .build/release-VERSION. DOWNLOADS, with a slash at its end, is the address from which
# the recipes fetch the files, and HOMEPAGE that of the project.
release: deb wheel dist
	@DOWNLOADS="$(DOWNLOADS)" HOMEPAGE="$(HOMEPAGE)" sh Packaging/release.sh "$(VERSION)" ".build/release-$(VERSION)"

release-test: release
	@sh Scripts/install-missing.sh python3-yaml python3-voluptuous
	@sh Tests/Judges/release.sh ".build/release-$(VERSION)" "$(VERSION)" "$(BIN)/cuebell"

# Prints what the changelog says of this version, for the page of its release.
release-notes:
	@awk '/^## /{ found = ($$2 == "$(VERSION)"); next } found' CHANGELOG.md

doctor: build
	@"$(BIN)/cuebell" doctor

setup:
	@sh Scripts/install-missing.sh $(LIBRARIES)

setup-tests:
	@sh Scripts/install-missing.sh $(TOOLS)

clean:
	swift package clean
