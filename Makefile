# Everything goes through here: make run, make test. What is missing is installed first.

WORKOUT ?= Workouts/quick-start.json
OUT ?= workout.flac
PREFIX ?= /usr/local
BUILD := swift build -c release -j 2
BIN = $(shell $(BUILD) --show-bin-path)

LIBRARIES := libespeak-ng-dev espeak-ng-data libasound2-dev libsndfile1-dev libsqlite3-dev pkg-config
TOOLS := python3-jsonschema sox pulseaudio pulseaudio-utils libasound2-plugins

.PHONY: run build test check lint render install doctor setup setup-tests clean

run: build
	@"$(BIN)/cuebell" run "$(WORKOUT)"

build: setup
	$(BUILD) --product cuebell

test: setup setup-tests
	$(BUILD) --build-tests
	swift test -c release --skip-build --no-parallel

check: lint test

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

render: build
	@"$(BIN)/cuebell" render "$(WORKOUT)" -o "$(OUT)"

install: build
	install -Dm755 "$(BIN)/cuebell" "$(DESTDIR)$(PREFIX)/bin/cuebell"
	install -Dm644 Schemas/workout.schema.json "$(DESTDIR)$(PREFIX)/share/cuebell/Schemas/workout.schema.json"
	install -d "$(DESTDIR)$(PREFIX)/share/cuebell/Workouts"
	cp -R Workouts/. "$(DESTDIR)$(PREFIX)/share/cuebell/Workouts/"
	install -d "$(DESTDIR)$(PREFIX)/share/cuebell/Systemd"
	for unit in Systemd/*; do \
	  sed 's|/usr/local/|$(PREFIX)/|g' "$$unit" > "$(DESTDIR)$(PREFIX)/share/cuebell/$$unit"; \
	done

doctor: build
	@"$(BIN)/cuebell" doctor

setup:
	@sh Scripts/install-missing.sh $(LIBRARIES)

setup-tests:
	@sh Scripts/install-missing.sh $(TOOLS)

clean:
	swift package clean
