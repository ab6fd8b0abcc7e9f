# Every target works in a fresh clone; what must be installed, the scripts install by name.
.PHONY: all test release install packaging cross explore powercut faults tsan asan flash size format lint clean

all:
	swift build -c release

test:
	bash Tests/CaffeineEngineTests/Tools/test.sh

explore:
	swift build -c release --product caffeine-sim
	.build/release/caffeine-sim explore --seeds 10000

powercut:
	swift build -c release --product caffeine-sim
	.build/release/caffeine-sim powercut --cuts 1000000

# Plants each mistake that PlantedFault.swift knows; the explorer has to find it.
faults:
	bash Tests/CaffeineEngineTests/Tools/faults.sh

# The whole suite: about 20 minutes of one core each, of which the build takes a third. `make test`
# runs the short forms.
tsan:
	bash Tests/CaffeineEngineTests/Tools/sanitize.sh thread

asan:
	bash Tests/CaffeineEngineTests/Tools/sanitize.sh address

# The journal beside littlefs, which comes from PyPI into an environment of its own.
flash:
	swift build -c release --product CaffeineC
	python3 -m venv .build/littlefs
	.build/littlefs/bin/pip install -q littlefs-python
	.build/littlefs/bin/python Tests/CaffeineEngineTests/Tools/flash/compare.py .build/release/libCaffeineC.a

# What is shipped for boards and Linux, twice over, and refused if it must not be: in .build/release-boards.
release:
	bash cross/release.sh

# Header, archive, pkg-config file and CMake package: make install PREFIX=… BOARD="cortex-m4-soft …"
PREFIX ?= /usr/local
install:
	bash cross/install.sh "$(DESTDIR)$(PREFIX)" $(BOARD)

# Tries all of these, on this machine and under QEMU.
packaging:
	bash cross/packaging.sh

# Tests and examples on every chip and system, under QEMU: the same bytes everywhere.
cross:
	bash cross/run.sh

size:
	bash cross/size.sh

format:
	swift format -i -r --configuration .swift-format Package.swift Sources Tests

lint:
	swift format lint -s -r --configuration .swift-format Package.swift Sources Tests

clean:
	rm -rf .build .build-*
