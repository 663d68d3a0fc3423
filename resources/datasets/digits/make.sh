#!/bin/sh
# Makes digits.csv.gz beside this file from Debian 12's copy of the data (package python3-sklearn), which is only unpacked,
# not installed. Run once by a developer; the result is in the repository and comes out the same each time.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download python3-sklearn
dpkg -x python3-sklearn_*.deb .
# -n: neither name nor time in the header.
gzip -dc usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz | gzip -9 -n > "$here/digits.csv.gz"
rows=$(gzip -dc "$here/digits.csv.gz" | awk -F, 'NF == 65' | wc -l)
[ "$rows" -eq 1797 ] || { echo "make.sh: expected 1797 rows of 65 columns, got $rows" >&2; exit 1; }
