#!/usr/bin/env bash
# Compiles the Swift code of the article Migration, all of it as one file.
#
#   migration_examples.sh FOLDER
#
# FOLDER takes the code. Needs `swift build -c release` done before.
set -eu
cd "$(dirname "$0")/../../.."
code=$1/migration.swift
awk '/^```swift$/ { inside = 1; next } /^```$/ { inside = 0 } inside' \
  Sources/CaffeineEngine/CaffeineEngine.docc/Migration.md >"$code"
swiftc -typecheck -swift-version 6 -warnings-as-errors -parse-as-library \
  -I .build/release/Modules "$code"
printf '%d lines of the article compile\n' "$(wc -l <"$code")"
