#!/bin/sh
# Compares two builds of a JMH project. The action next to it calls this script in a checkout of head; it needs nothing of GitHub.
# With SHARDS several machines share the work: each calls the script with its part, and one more judges what they measured.
#
#   CALLCOST    callcost.jar
#   BASE_JAR    two jars that are built already; without them the script builds
#   HEAD_JAR      the checkout in the current folder and its merge base with TARGET
#   TARGET      a commit of the branch that head is to be merged into
#   BUILD       the command that builds a checkout (default: mvn -B -q -ntp -DskipTests package)
#   JAR         the jar that it builds (default: target/benchmarks.jar)
#   PROJECT     the folder of the checkout to build in (default: .)
#   BENCHMARKS  regexps of the benchmarks' names (default: all)
#   BUDGET      of the measurement (default: compare's)
#   MARGIN      a difference that does not matter (default: compare's)
#   ARGS        more options of compare and of JMH, split at blanks
#   SHARDS      2/4: measure the second of four parts of the rows; 4: build and measure nothing, judge the folders OUT/*shard-N-* of four
#                 parts, with MARGIN and ARGS as options of check (default: all rows)
#   OUT         the folder for the pairs and for table.md (default: callcost)
#
# Exit code: compare's or check's; of a part 0 for each outcome but error; 64 when an input is wrong, 70 when a build fails. Appends outcome,
# table and, of a part, its name to the file GITHUB_OUTPUT.
set -eu

OUT=${OUT:-callcost}
mkdir -p "$OUT"
OUT=$(cd "$OUT" && pwd)

outcome() {
    [ -z "${GITHUB_OUTPUT:-}" ] || printf 'outcome=%s\ntable=%s\n' "$1" "$OUT/table.md" >>"$GITHUB_OUTPUT"
}

refuse() {
    echo "compare.sh: $1" >&2
    outcome error
    exit "${2:-64}"
}

# builds the checkout in a folder; its jar is then at $2
build() {
    (cd "$1/${PROJECT:-.}" && sh -ec "${BUILD:-mvn -B -q -ntp -DskipTests package}") >&2 || refuse "the build of $2 fails" 70
    built="$1/${PROJECT:-.}/${JAR:-target/benchmarks.jar}"
    [ -f "$built" ] || refuse "the build of $2 makes no ${JAR:-target/benchmarks.jar}"
    cp "$built" "$OUT/$2.jar"
}

PART=
JUDGES=
case ${SHARDS:-} in
    '') ;;
    [1-9]*/[1-9]*)
        PART=shard-${SHARDS%%/*}-
        [ -z "${GITHUB_OUTPUT:-}" ] || printf 'part=%s\n' "$PART" >>"$GITHUB_OUTPUT"
        ;;
    0* | *[!0-9]*) refuse "shards are a part and how many there are, such as 2/4, or how many alone, not '$SHARDS'" ;;
    *) JUDGES=yes ;;
esac

[ -f "${CALLCOST:-}" ] || refuse "CALLCOST names no jar: '${CALLCOST:-}'"
if [ -n "$JUDGES" ]; then
    set --
    for shard in $(seq "$SHARDS"); do
        found=
        for folder in "$OUT"/*shard-"$shard"-*; do
            [ ! -d "$folder" ] || { found=yes && set -- "$@" "$folder"; }
        done
        [ -n "$found" ] || refuse "$OUT has no folder of shard $shard/$SHARDS"
    done
elif [ -n "${BASE_JAR:-}${HEAD_JAR:-}" ]; then
    [ -f "${BASE_JAR:-}" ] && [ -f "${HEAD_JAR:-}" ] || refuse "base and head are two jars, not '${BASE_JAR:-}' and '${HEAD_JAR:-}'"
else
    [ -n "${TARGET:-}" ] || refuse "no jars and no target: name a commit of the branch to compare with"
    merge_base=$(git merge-base "$TARGET" HEAD) || refuse "HEAD and '$TARGET' have no commit in common (actions/checkout needs fetch-depth: 0)"
    [ "$merge_base" != "$(git rev-parse HEAD)" ] || refuse "head is '$TARGET' itself or older: nothing differs"
    worktree=$(mktemp -d)
    trap 'git worktree remove --force "$worktree/base" 2>/dev/null || true; rm -rf "$worktree"' EXIT
    git worktree add -q --detach "$worktree/base" "$merge_base"
    echo "base $merge_base, head $(git rev-parse HEAD)" >&2
    build "$worktree/base" base
    build . head
    BASE_JAR=$OUT/base.jar HEAD_JAR=$OUT/head.jar
fi

set -f # the words of ARGS and BENCHMARKS are no file names
code=0
# shellcheck disable=SC2086 # lists of words
if [ -n "$JUDGES" ]; then
    java -jar "$CALLCOST" check --paired ${MARGIN:+--margin "$MARGIN"} \
        --format github -o "$OUT/table.md" ${ARGS:-} "$@" || code=$?
else
    if [ -n "$PART" ]; then set -- --shard "$SHARDS"; else set -- --format github -o "$OUT/table.md"; fi
    java -jar "$CALLCOST" compare --base "$BASE_JAR" --head "$HEAD_JAR" ${BUDGET:+--budget "$BUDGET"} ${MARGIN:+--margin "$MARGIN"} \
        -d "$OUT/pairs" "$@" ${ARGS:-} ${BENCHMARKS:-} || code=$?
fi
case $code in
    0) outcome ok ;;
    1) outcome regression ;;
    2) outcome not-shown ;;
    3) outcome not-measured ;;
    *) outcome error ;;
esac
[ -z "$PART" ] || [ "$code" -gt 3 ] || exit 0 # all parts are judged together
exit "$code"
