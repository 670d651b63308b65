#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image: loopcheck goes into an environment of its own, from the wheels
# in this zip. A package index is not needed; apt only where the image has no Python 3.11 or newer (Ubuntu 22.04).
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
student="${AUTOGRADER_STUDENT:-student}"
source="$root/source"
home="$root/loopcheck"

find_python() {
    for name in "${AUTOGRADER_PYTHON:-}" python3.14 python3.13 python3.12 python3.11 python3; do
        if [ -n "$name" ] && command -v "$name" > /dev/null &&
            "$name" -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2> /dev/null; then
            command -v "$name"
            return
        fi
    done
    return 1
}

python=$(find_python) || {
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3.11 python3.11-venv
    python=$(find_python) || {
        echo "loopcheck needs Python 3.11 to 3.14, and this image has none: choose a newer base image." >&2
        exit 1
    }
}
echo "loopcheck runs on $("$python" --version)"

rm -rf "$home"
"$python" -m venv --without-pip "$home"
pip=("$source"/wheels/pip-*.whl)
"$home/bin/python" "${pip[0]}/pip" install --quiet --disable-pip-version-check --no-index --require-hashes \
    --find-links "$source/wheels" --requirement "$source/requirements.txt"

# Students' code runs as a user who can read what its own process needs, and neither the checks nor the answers.
if [ "$(id -u)" = 0 ]; then
    id -u "$student" > /dev/null 2>&1 || useradd --system --no-create-home --shell /usr/sbin/nologin "$student"
    packages=$("$home/bin/python" -I -c 'import loopcheck, os; print(os.path.dirname(os.path.dirname(loopcheck.__file__)))')
    chmod -R o-rwx "$source" "$home"
    folder="$packages/loopcheck/worker/inside"
    while [ "$folder" != "$root" ]; do
        chmod o+x "$folder"
        folder=$(dirname "$folder")
    done
    chmod o+x "$home/bin"
    chmod o+r "$home/pyvenv.cfg"
    chmod -R o+rX "$packages/loopcheck/worker/inside" "$packages/loopcheck/probes"
fi
