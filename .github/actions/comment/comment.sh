#!/bin/sh
# Posts the table of a finished comparison as a comment of its pull request, or updates the comment. It runs with a token that may write, so it
# trusts nothing that the pull request's code made: the pull request comes from the event, and the artifact is text of a limited size.
#
#   REPOSITORY  owner/name
#   RUN         the id of the run that compared
#   SHA         the commit that it measured
#   HEAD        owner:branch of that commit
#   ARTIFACT    the name of the artifact, which holds table.md
#   GH_TOKEN    for gh: actions: read, pull-requests: write
#
# A permission that the token lacks is a line in the job's summary and no failure: the comparison has a summary of its own.
set -eu

MARK='<!-- callcost compare -->'
MOST=60000 # bytes; a comment has at most 65,536 characters
LARGEST_ARTIFACT=2000000 # bytes

folder=$(mktemp -d)
end() {
    code=$?
    cat "$folder/errors" >&3
    if [ "$code" -ne 0 ] && grep -q 'HTTP 40[13]' "$folder/errors"; then
        echo "callcost posted no comment: the token lacks a permission (actions: read, pull-requests: write)." |
            tee -a "${GITHUB_STEP_SUMMARY:-/dev/null}"
        code=0
    fi
    rm -rf "$folder"
    exit "$code"
}
trap end EXIT
exec 3>&2 2>"$folder/errors"

# an open pull request of this branch whose newest commit is the measured one
number=$(gh api --method GET "repos/$REPOSITORY/pulls" -f state=open -f "head=$HEAD" \
    --jq "[.[] | select(.head.sha == \"$SHA\") | .number] | first // empty")
case $number in
    '' | *[!0-9]*) echo "No open pull request has the commit $SHA: it has newer ones, or is closed." && exit 0 ;;
esac

id=$(gh api --method GET "repos/$REPOSITORY/actions/runs/$RUN/artifacts" -f "name=$ARTIFACT" \
    --jq "[.artifacts[] | select(.expired == false and .size_in_bytes < $LARGEST_ARTIFACT) | .id] | max // empty")
case $id in
    '' | *[!0-9]*) echo "The run $RUN has no table." && exit 0 ;;
esac

gh api "repos/$REPOSITORY/actions/artifacts/$id/zip" >"$folder/artifact.zip"

# unzip -p writes no file. An @ would notify people; control characters, the mark and images have no place in a table.
{
    printf '%s\nMeasured at %s by the code of this pull request:\n\n' "$MARK" "$SHA"
    unzip -p "$folder/artifact.zip" table.md | head -c "$MOST" | tr -d '\000-\010\013-\037\177' |
        sed -e 's/@/\&#64;/g' -e 's/<!--/\&lt;!--/g' -e 's/!\[/\&#33;[/g' -e 's/<img/\&lt;img/Ig'
} >"$folder/body.md"

comment=$(gh api --paginate "repos/$REPOSITORY/issues/$number/comments" \
    --jq ".[] | select(.user.login == \"github-actions[bot]\" and (.body | startswith(\"$MARK\"))) | .id")
comment=$(echo "$comment" | head -n 1) # of all pages
if [ -n "$comment" ]; then
    gh api --method PATCH "repos/$REPOSITORY/issues/comments/$comment" -F "body=@$folder/body.md" --jq .html_url
else
    gh api --method POST "repos/$REPOSITORY/issues/$number/comments" -F "body=@$folder/body.md" --jq .html_url
fi
