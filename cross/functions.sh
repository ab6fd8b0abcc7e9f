#!/usr/bin/env bash
# Prints the functions of caffeine.h that a board has, one a line: all but the actors'.
#
#   functions.sh
set -euo pipefail

sed '/---- Actors: on a host with threads -/,$d; s,/\*.*\*/,,' "$(dirname "$0")/../include/caffeine.h" \
  | grep -oE '\bcaffeine_[a-z0-9_]+\(' | tr -d '(' | sort -u
