# Two commands do everything on a machine that has only Swift and apt: `make demo`, `make test`.

PREFIX ?= /usr/local
RELEASE = .build-release
PROGRAM = $(RELEASE)/release/vernam
# Optimized, and open to the tests; the program itself is never built so.
RELEASE_TESTS = -c release -Xswiftc -enable-testing --scratch-path .build-release-tests
# Where shells look for what they offer.
COMPLETIONS = bash:bash-completion/completions/vernam zsh:zsh/site-functions/_vernam \
	fish:fish/vendor_completions.d/vernam.fish
# What the tests count, for the table at their end.
FIGURES = $(CURDIR)/.build/figures
PACKAGES = libssl-dev libavahi-compat-libdnssd-dev libqrencode-dev avahi-daemon dbus iproute2 \
	util-linux zbar-tools mandoc python3 procps strace gcc e2fsprogs xfsprogs btrfs-progs spin

.PHONY: help
help:
	@echo 'make demo       pair two hosts for real and send a message each way'
	@echo 'make test       all tests'
	@echo 'make enumerate  a million ways to stop a vault (minutes)'
	@echo 'make mutants    break the sources, one rule at a time: do the tests notice? (20 minutes)'
	@echo 'make check      format, layers, binary, manual'
	@echo 'make format     put the sources into their format'
	@echo 'make bench      figures'
	@echo 'make fuzz       feed the parsers with chance, SECONDS=60 each'
	@echo 'make install    program, manual, completions to $$DESTDIR$$PREFIX (PREFIX=$(PREFIX))'
	@echo 'make uninstall  remove them'
	@echo 'make clean      remove what was built'

# What is missing is installed, and said aloud.
.PHONY: deps
deps:
	Tests/Checks/install-packages $(PACKAGES)

# The same sources give the same program (once it is stripped), in any folder: it holds no path of
# this machine, and nothing that was computed from one.
REPRODUCIBLE = -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." \
	-Xcc "-ffile-prefix-map=$(CURDIR)=." \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker --build-id=none

.PHONY: release
release: deps
	swift build -c release --static-swift-stdlib --disable-local-rpath $(REPRODUCIBLE) \
	  --scratch-path $(RELEASE) --product vernam
	@touch $(PROGRAM)

.PHONY: demo
demo: release
	Tests/HostTests/demo $(PROGRAM)

.PHONY: test
test: deps
	swift build --build-tests
	mkdir -p $(dir $(FIGURES)) && rm -f $(FIGURES)
	VERNAM_FIGURES=$(FIGURES) swift test --skip-build
	@Tests/Checks/figures $(FIGURES)

.PHONY: enumerate
enumerate: deps
	swift build $(RELEASE_TESTS) --build-tests
	mkdir -p $(dir $(FIGURES)) && rm -f $(FIGURES)
	VERNAM_ENUMERATE=1 VERNAM_FIGURES=$(FIGURES) \
	  swift test $(RELEASE_TESTS) --skip-build --filter EnumerationTests
	@Tests/Checks/figures $(FIGURES)

# Changes nothing here: it works on a copy of the tree.
.PHONY: mutants
mutants: deps
	Tests/Checks/mutants

.PHONY: check
check: release
	Tests/Checks/check $(PROGRAM)

.PHONY: format
format:
	swift format --in-place --recursive Package.swift Sources Tests Fixtures

.PHONY: bench
bench: release
	Benchmarks/run $(PROGRAM)
	Benchmarks/cable $(PROGRAM)

# Longer ones find more: make fuzz SECONDS=3600
SECONDS ?= 60
.PHONY: fuzz
fuzz: deps
	Fuzz/run $(SECONDS)

# Never builds, and never installs packages: it may run as root.
.PHONY: install
install:
	@if ! [ -x $(PROGRAM) ]; then \
	  echo 'nothing is built yet: run "make release" first, without sudo' >&2; exit 1; \
	elif [ -n "$$(find Package.swift Sources -newer $(PROGRAM))" ]; then \
	  echo 'the sources are newer than the program: run "make release" first, without sudo' >&2; \
	  exit 1; \
	fi
	install -D -m 755 -s $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/vernam
	for place in $(COMPLETIONS); do \
	  mkdir -p "$(DESTDIR)$(PREFIX)/share/$$(dirname "$${place#*:}")" && \
	  $(PROGRAM) --generate-completion-script "$${place%%:*}" \
	    > "$(DESTDIR)$(PREFIX)/share/$${place#*:}" || exit; \
	done
	for page in man/*.[1-8]; do \
	  install -D -m 644 $$page $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}; \
	done

.PHONY: uninstall
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/vernam
	for place in $(COMPLETIONS); do rm -f "$(DESTDIR)$(PREFIX)/share/$${place#*:}"; done
	for page in man/*.[1-8]; do \
	  rm -f $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/}; \
	done

.PHONY: clean
clean:
	rm -rf .build .build-fuzz .build-mutants .build-release-tests $(RELEASE)
