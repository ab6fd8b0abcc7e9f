# Every target works in a fresh clone; what must be installed, the scripts install by name.
.PHONY: all test size format lint clean

all:
	swift build -c release

test:
	bash Tests/CaffeineEngineTests/Tools/test.sh

size:
	bash cross/size.sh

format:
	swift format -i -r --configuration .swift-format Package.swift Sources Tests

lint:
	swift format lint -s -r --configuration .swift-format Package.swift Sources Tests

clean:
	rm -rf .build
