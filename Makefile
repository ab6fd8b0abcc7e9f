# Every target works in a fresh clone; what must be installed, the scripts install by name.
.PHONY: all test explore faults tsan asan size format lint clean

all:
	swift build -c release

test:
	bash Tests/CaffeineEngineTests/Tools/test.sh

explore:
	swift build -c release --product caffeine-sim
	.build/release/caffeine-sim explore --seeds 10000

# Plants each mistake that PlantedFault.swift knows; the explorer has to find it.
faults:
	bash Tests/CaffeineEngineTests/Tools/faults.sh

# The whole suite: about 20 minutes of one core each, of which the build takes a third. The short
# forms are `test.sh tsan asan`.
tsan:
	bash Tests/CaffeineEngineTests/Tools/sanitize.sh thread

asan:
	bash Tests/CaffeineEngineTests/Tools/sanitize.sh address

size:
	bash cross/size.sh

format:
	swift format -i -r --configuration .swift-format Package.swift Sources Tests

lint:
	swift format lint -s -r --configuration .swift-format Package.swift Sources Tests

clean:
	rm -rf .build .build-*
