#!/bin/sh
# Maps the inputs of the action next to it to options of callcost, and the exit code to an outcome. It needs nothing of GitHub.
#
#   CALLCOST    callcost.jar
#   TARGET      the branch that the checkout is compared with, from the commit where it left the branch; a tag or a commit is taken as it is
#   BUILD       the command that builds a checkout (default: compare finds it)
#   JAR         globs of the jars that it makes, one a line (default: compare finds them)
#   PROJECT     the folder of the checkout to build in (default: .)
#   BASE_JAR    jars that are built already, one a line; TARGET, BUILD, JAR and PROJECT then do not count
#   HEAD_JAR    those of head
#   JVM         the java of the forks (default: the java on the path)
#   BENCHMARKS  regexps of the benchmarks' names (default: all)
#   BUDGET      of the measurement (default: compare's)
#   MARGIN      a difference that does not matter (default: compare's)
#   ARGS        more options of compare and of JMH, split at blanks
#   SHARDS      2/4: measure the second of four parts of the rows; 4: build and measure nothing, judge the folders OUT/*shard-N-* of four
#                 parts, with MARGIN and ARGS as options of check (default: all rows)
#   OUT         the folder for the pairs and for table.md (default: callcost)
#
# Exit code: compare's or check's; of a part 0 for each outcome but error. Appends outcome, table and, of a part, its name to the file
# GITHUB_OUTPUT.
set -euf # the words of ARGS and BENCHMARKS, and globs, are no file names

OUT=${OUT:-callcost}
mkdir -p "$OUT"
OUT=$(cd "$OUT" && pwd)
PART=

outcome() {
    [ -z "${GITHUB_OUTPUT:-}" ] || printf 'outcome=%s\ntable=%s\n' "$1" "$OUT/table.md" >>"$GITHUB_OUTPUT"
}

refuse() {
    echo "compare.sh: $1" >&2
    outcome error
    exit 64
}

judge() {
    set --
    for shard in $(seq "$SHARDS"); do
        folders=$(find "$OUT" -maxdepth 1 -type d -name "*shard-$shard-*" | sort)
        [ -n "$folders" ] || refuse "$OUT has no folder of shard $shard/$SHARDS"
        IFS=$LINE
        # shellcheck disable=SC2086 # a folder a line
        set -- "$@" $folders
        unset IFS
    done
    # shellcheck disable=SC2086 # words
    java -jar "$CALLCOST" check --paired ${MARGIN:+--margin "$MARGIN"} --format github -o "$OUT/table.md" ${ARGS:-} "$@"
}

measure() {
    if [ -n "$PART" ]; then set -- --shard "$SHARDS"; else set -- --format github -o "$OUT/table.md"; fi
    if [ -z "${BASE_JAR:-}${HEAD_JAR:-}" ]; then
        set -- --base-ref "$TARGET" ${BUILD:+--build "$BUILD"} ${PROJECT:+--project "$PROJECT"} "$@"
        jars=${JAR:-}
    fi
    IFS=$LINE
    for jar in ${jars:-}; do set -- "$@" --jar "$jar"; done
    for jar in ${BASE_JAR:-}; do set -- "$@" --base "$jar"; done
    for jar in ${HEAD_JAR:-}; do set -- "$@" --head "$jar"; done
    unset IFS
    # shellcheck disable=SC2086 # words
    java -jar "$CALLCOST" compare "$@" ${JVM:+--jvm "$JVM"} ${BUDGET:+--budget "$BUDGET"} ${MARGIN:+--margin "$MARGIN"} -d "$OUT/pairs" \
        ${ARGS:-} ${BENCHMARKS:-}
}

LINE='
'
code=0
case ${SHARDS:-} in
    '') ;;
    [1-9]*/[1-9]*)
        PART=shard-${SHARDS%%/*}-
        [ -z "${GITHUB_OUTPUT:-}" ] || printf 'part=%s\n' "$PART" >>"$GITHUB_OUTPUT"
        ;;
    0* | *[!0-9]*) refuse "shards are a part and how many there are, such as 2/4, or how many alone, not '$SHARDS'" ;;
    *) judges=yes ;;
esac
# java's own exit code for a jar that it does not find is 1
[ -f "${CALLCOST:-}" ] || refuse "CALLCOST names no jar: '${CALLCOST:-}'"
[ -n "${judges:-}${BASE_JAR:-}${HEAD_JAR:-}${TARGET:-}" ] || refuse "no target and no jars: name the branch to compare with"
if [ -n "${judges:-}" ]; then judge || code=$?; else measure || code=$?; fi
case $code in
    0) outcome ok ;;
    1) outcome regression ;;
    2) outcome not-shown ;;
    3) outcome not-measured ;;
    *) outcome error ;;
esac
[ -z "$PART" ] || [ "$code" -gt 3 ] || exit 0 # all parts are judged together
exit "$code"
