# Two commands do everything on a computer that has only Swift and apt: `make demo`, `make test`.

PREFIX ?= /usr/local
RELEASE = .build-release
PROGRAM = $(RELEASE)/release/vernam
WINDOW = $(RELEASE)/release/vernam-window
# Made last: the program and its completions are whole.
BUILT = $(RELEASE)/built
# Optimized, and open to the tests; the program itself is never built like this.
RELEASE_TESTS = -c release -Xswiftc -enable-testing --scratch-path .build-release-tests
# Where shells look for completions.
ZSH_COMPLETIONS = zsh/site-functions
COMPLETIONS = bash:bash-completion/completions/vernam zsh:$(ZSH_COMPLETIONS)/_vernam \
	fish:fish/vendor_completions.d/vernam.fish
# What the window brings along, and where the desktop looks for it.
WINDOW_ID = example.vernam.Window
WINDOW_MANUAL = man/vernam-window.1
WINDOW_FILES = Packaging/window/$(WINDOW_ID).desktop:applications/$(WINDOW_ID).desktop \
	Packaging/window/$(WINDOW_ID).metainfo.xml:metainfo/$(WINDOW_ID).metainfo.xml \
	Packaging/window/$(WINDOW_ID).svg:icons/hicolor/scalable/apps/$(WINDOW_ID).svg \
	$(WINDOW_MANUAL):man/man1/vernam-window.1
# The option of install(1) that strips the program; empty keeps its symbols.
STRIP = -s
# What the tests count, for the table at their end.
FIGURES = $(CURDIR)/.build/figures
# What a build needs besides Swift, and what the tests need besides that.
WINDOW_PACKAGES = pkg-config libgtk-4-dev libadwaita-1-dev
WINDOW_TEST_PACKAGES = xvfb xdotool dbus at-spi2-core python3-pyatspi xclip gsettings-desktop-schemas \
	adwaita-icon-theme gir1.2-gtk-4.0 appstream desktop-file-utils
BUILD_PACKAGES = git libssl-dev libavahi-compat-libdnssd-dev libqrencode-dev python3
TEST_PACKAGES = avahi-daemon dbus iproute2 util-linux zbar-tools mandoc procps strace gcc e2fsprogs \
	xfsprogs btrfs-progs spin openssh-server openssh-client netcat-openbsd
# A release says in a file from which revision it was made.
VERSION := $(shell sed -n 's/.*number = "\(.*\)".*/\1/p' Sources/vernam/Output/ProgramVersion.swift)
REVISION = $(shell cat REVISION 2>/dev/null || git describe --always --dirty --abbrev=12 --exclude='*')
# The Swift packages that are needed. A release brings them along: swift-nio and swift-crypto know
# this variable too, and look beside themselves then.
ifneq ($(wildcard Vendor),)
export SWIFTCI_USE_LOCAL_DEPS = 1
CHECKOUTS = Vendor
else
CHECKOUTS = $(RELEASE)/checkouts
endif

# Swift uses all processors by itself, and builds one thing after the other.
.NOTPARALLEL:

.PHONY: help
help:
	@echo 'make demo       pair two hosts made here, and send a message each way'
	@echo 'make test       run all tests'
	@echo 'make window     build vernam-window, for people who use no terminal, into .build-release/'
	@echo 'make enumerate  stop a vault in a million ways, and check it (minutes)'
	@echo 'make mutants    break the sources, one rule at a time; do the tests notice? (20 minutes)'
	@echo 'make captures   judge simulated camera frames, honest and forged, for the table in the manual'
	@echo 'make check      check format, imports, program and manual'
	@echo 'make format     format the sources'
	@echo 'make bench      measure times, memory and instructions'
	@echo 'make fuzz       feed random input to the parsers, SECONDS=60 each'
	@echo 'make deb        build the Debian packages, of vernam and of its window, into dist/'
	@echo 'make dist       make a release, into dist/: sources that build without a network, the'
	@echo '                packages, a list of what is in them (SPDX), and the checksums of all'
	@echo 'make lock       pin the Swift packages, after you change their versions in Package.swift'
	@echo 'make release    build the program, into .build-release/'
	@echo 'make install    copy program, window if it is built, manual, completions to'
	@echo '                $$DESTDIR$$PREFIX (PREFIX=$(PREFIX))'
	@echo 'make uninstall  remove them'
	@echo 'make clean      remove everything that was built'

# Installs what is missing, and shows the commands.
.PHONY: deps
deps:
	Tests/Checks/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)

.PHONY: build-deps
build-deps:
	Tests/Checks/install-packages $(BUILD_PACKAGES)

# The same sources give the same program (once it is stripped), in any folder, from a clone or from
# a release: it holds no path of this machine, and nothing that was computed from one.
REPRODUCIBLE = -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." \
	-Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)/$(CHECKOUTS)=Vendor" \
	-Xcc "-ffile-prefix-map=$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)/$(CHECKOUTS)=Vendor" \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none
BUILD = swift build -c release --static-swift-stdlib --disable-local-rpath $(REPRODUCIBLE) \
	--scratch-path $(RELEASE)

.PHONY: release
release: build-deps
	@$(MAKE) --no-print-directory program

# Installs nothing: if something it needs is missing, it fails.
.PHONY: program
program window-program packages: export VERNAM_REVISION = $(REVISION)
program: packages
	$(BUILD) --product vernam
	@mkdir -p $(RELEASE)/completions
	@for place in $(COMPLETIONS); do \
	  $(PROGRAM) --generate-completion-script "$${place%%:*}" \
	    > $(RELEASE)/completions/"$${place%%:*}" || exit; \
	done
	@sed -i '/^#!/d' $(RELEASE)/completions/bash # it is read, never run
	@touch $(BUILT)
	@[ -e $(WINDOW) ] || echo 'The window was left out: "make window" builds it, and installs GTK for that.'

# Needs GTK, which not every computer has.
.PHONY: window
window:
	Tests/Checks/install-packages $(BUILD_PACKAGES) $(WINDOW_PACKAGES)
	@$(MAKE) --no-print-directory window-program

# Installs nothing, either. What it shares with the program is built once.
.PHONY: window-program
window-program: packages
	VERNAM_WINDOW=1 $(BUILD) --product vernam-window

# Those of packages.lock, and no others.
.PHONY: packages
packages:
ifeq ($(wildcard Vendor),)
	swift package resolve --scratch-path $(RELEASE)
endif
	Packaging/packages verify $(CHECKOUTS)

# After a change of versions in Package.swift.
.PHONY: lock
lock:
	swift package resolve --scratch-path $(RELEASE)
	Packaging/packages lock $(RELEASE)/checkouts > Packaging/packages.lock

# The date of the newest version, for whatever holds a date.
export SOURCE_DATE_EPOCH := $(shell date +%s --date="$$(sed -n '/^ -- /{s/.*>  //p;q}' debian/changelog)")

# What is in each program, and the notices that the authors of their packages require.
.PHONY: contents
contents: window-program program
	Packaging/sbom $(CHECKOUTS) $(VERSION) $(REVISION) $(PROGRAM) $(WINDOW) > $(RELEASE)/vernam.spdx.json
	cat $(CHECKOUTS)/*/NOTICE.txt > $(RELEASE)/NOTICE

.PHONY: deb
deb:
	Tests/Checks/install-packages $(BUILD_PACKAGES) $(WINDOW_PACKAGES) build-essential debhelper \
	  dpkg-dev lintian
	dpkg-checkbuilddeps
	mkdir -p dist
	rm -f dist/vernam[-_]* dist/SHA256SUMS
	DEB_DIR="$(CURDIR)/dist" DEB_RULES_REQUIRES_ROOT=no debian/rules clean binary
	lintian --fail-on error,warning --info dist/vernam*_$(VERSION)_*.deb

.PHONY: dist
dist: deb
	Packaging/source $(VERSION) $(REVISION) $(CHECKOUTS) > dist/vernam-$(VERSION).tar.xz
	cp $(RELEASE)/vernam.spdx.json dist/vernam-$(VERSION).spdx.json
	cd dist && sha256sum vernam[-_]* > SHA256SUMS

.PHONY: demo
demo: release deps
	Tests/HostTests/demo $(PROGRAM)

.PHONY: test
test: deps
	@if [ -e $(WINDOW) ]; then Tests/Checks/install-packages $(WINDOW_TEST_PACKAGES) && \
	  $(MAKE) --no-print-directory window-program; \
	else echo 'The tests of the window were left out: "make window" builds it.'; fi
	swift build --build-tests
	mkdir -p $(dir $(FIGURES)) && rm -f $(FIGURES)
	VERNAM_FIGURES=$(FIGURES) Tests/Checks/test
	@Tests/Checks/figures $(FIGURES)

.PHONY: enumerate
enumerate: deps
	swift build $(RELEASE_TESTS) --build-tests
	mkdir -p $(dir $(FIGURES)) && rm -f $(FIGURES)
	VERNAM_ENUMERATE=1 VERNAM_FIGURES=$(FIGURES) \
	  swift test $(RELEASE_TESTS) --skip-build --filter EnumerationTests
	@Tests/Checks/figures $(FIGURES)

# Compares with the table in vernam-randomness(7).
.PHONY: captures
captures: deps
	swift build --build-tests
	VERNAM_CAPTURES=1 swift test --skip-build --filter CaptureTests

# Changes nothing here: it works on a copy of the tree.
.PHONY: mutants
mutants: deps
	Tests/Checks/mutants

.PHONY: check
check: release deps
	Tests/Checks/check $(PROGRAM)

.PHONY: format
format:
	swift format --in-place --recursive Package.swift Sources Tests Fixtures

.PHONY: bench
bench: release deps
	Benchmarks/run $(PROGRAM)
	Benchmarks/cable $(PROGRAM)
	Benchmarks/instructions $(PROGRAM)
	@if [ -e $(WINDOW) ]; then Tests/Checks/install-packages $(WINDOW_TEST_PACKAGES) && \
	  $(MAKE) --no-print-directory window-program && Benchmarks/window $(WINDOW) $(PROGRAM); \
	else echo 'The window was left out: "make window" builds it.'; fi

# Longer ones find more: make fuzz SECONDS=3600
SECONDS ?= 60
.PHONY: fuzz
fuzz: deps
	Fuzz/run $(SECONDS)

# Never builds, and never installs packages: it may run as root.
.PHONY: install
install:
	@if ! [ -e $(BUILT) ]; then \
	  echo 'nothing is built yet: run "make release" first, without sudo' >&2; exit 1; \
	elif [ -n "$$(find Package.swift Sources $(wildcard Vendor) -newer $(BUILT))" ]; then \
	  echo 'the sources are newer than the program: run "make release" first, without sudo' >&2; \
	  exit 1; \
	fi
	install -D -m 755 $(STRIP) $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/vernam"
	for place in $(COMPLETIONS); do \
	  install -D -m 644 $(RELEASE)/completions/"$${place%%:*}" \
	    "$(DESTDIR)$(PREFIX)/share/$${place#*:}" || exit; \
	done
	for page in $(filter-out $(WINDOW_MANUAL),$(wildcard man/*.[1-8])); do \
	  install -D -m 644 "$$page" \
	    "$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}" || exit; \
	done
	@if ! [ -e "$(WINDOW)" ]; then exit 0; \
	elif [ -n "$$(find Package.swift Sources $(wildcard Vendor) -newer $(WINDOW))" ]; then \
	  echo 'the window is older than the sources, and was left out: run "make window"' >&2; \
	else $(MAKE) --no-print-directory install-window; fi

# The window, once it is built, so that it is in the menu.
.PHONY: install-window
install-window:
	install -D -m 755 $(STRIP) $(WINDOW) "$(DESTDIR)$(PREFIX)/bin/vernam-window"
	for place in $(WINDOW_FILES); do \
	  install -D -m 644 "$${place%%:*}" "$(DESTDIR)$(PREFIX)/share/$${place#*:}" || exit; \
	done

.PHONY: uninstall
uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/vernam" "$(DESTDIR)$(PREFIX)/bin/vernam-window"
	for place in $(WINDOW_FILES); do rm -f "$(DESTDIR)$(PREFIX)/share/$${place#*:}"; done
	for place in $(COMPLETIONS); do rm -f "$(DESTDIR)$(PREFIX)/share/$${place#*:}"; done
	for page in man/*.[1-8]; do \
	  rm -f "$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}"; \
	done

.PHONY: clean
clean:
	rm -rf .build .build-fuzz .build-mutants .build-release-tests $(RELEASE) dist
	rm -rf debian/vernam debian/vernam-window debian/.debhelper debian/files debian/*.substvars debian/*debhelper*
