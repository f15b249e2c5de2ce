package dev.callcost.init;

import dev.callcost.source.BuildTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A workflow of GitHub Actions that compares a pull request with the commit where it left its branch. Its job runs the
 * pull request's code, so it may read the repository and nothing else.
 *
 * @param cache the build tool by the name that {@code actions/setup-java} gives its cache; empty for other tools
 * @param folder the project's folder below the repository's root; empty for the root
 * @param isOnLabel whether only pull requests with {@link #LABEL} are measured
 * @param jdk the feature version of the JDK that builds and measures
 */
public record Workflow(BuildTool.Recipe build, Optional<String> cache, String folder, boolean isOnLabel, int jdk) {
    public static final String LABEL = "benchmark";

    private static final String HEAD = """
            # Is a pull request slower than the commit where it left its branch? callcost init wrote this file.
            # The job runs the code of the pull request: it can read the repository and nothing else.
            name: callcost

            on:
              pull_request:
            """;

    /** A label that is set while another one is there measures nothing again. */
    private static final String ON_LABEL = """
                types: [labeled, synchronize]
            """;

    private static final String JOB = """

            permissions:
              contents: read

            jobs:
              compare:
            """;

    private static final String IF_LABEL = """
                if: >-
                  contains(github.event.pull_request.labels.*.name, 'LABEL')
                  && (github.event.action == 'synchronize' || github.event.label.name == 'LABEL')
            """.replace("LABEL", LABEL);

    private static final String CHECKOUT = """
                runs-on: ubuntu-24.04
                timeout-minutes: 60
                # a new push ends the comparison of the one before
                concurrency:
                  group: callcost-${{ github.event.pull_request.number }}
                  cancel-in-progress: true
                steps:
                  - uses: actions/checkout@v6
                    with:
                      ref: ${{ github.event.pull_request.head.sha }}
                      fetch-depth: 0
                      persist-credentials: false

                  - uses: actions/setup-java@v5
                    with:
                      distribution: temurin
                      java-version: JDK
            """;

    private static final String DOWNLOAD = """

                  - env:
                      URL: ADDRESS
                      SHA256: DIGEST
                    run: |
                      curl -fsSL --retry 3 -o "$RUNNER_TEMP/callcost.jar" "$URL"
                      echo "$SHA256  $RUNNER_TEMP/callcost.jar" | sha256sum --check

                  - id: base
                    run: echo "commit=$(git merge-base "origin/$GITHUB_BASE_REF" HEAD)" >> "$GITHUB_OUTPUT"

                  # base is built once
                  - uses: actions/cache@v5
                    with:
                      path: ~/.cache/callcost
                      key: callcost-${{ steps.base.outputs.commit }}

                  - run: |
                      java -jar "$RUNNER_TEMP/callcost.jar" compare --format github -d "$RUNNER_TEMP/pairs" \\
                        --base-ref "origin/$GITHUB_BASE_REF" \\
                        OPTIONS

                  # check --paired judges the pairs of several attempts together
                  - if: ${{ !cancelled() }}
                    uses: actions/upload-artifact@v6
                    with:
                      name: pairs-${{ github.run_attempt }}
                      path: ${{ runner.temp }}/pairs/log.jsonl
                      if-no-files-found: ignore
            """;

    /** The file for projects that may use GitHub's own actions alone: it downloads {@code callcost.jar}. */
    public String downloading(String url, String sha256) {
        List<String> options = new ArrayList<>(build.options());
        if (!folder.isEmpty()) {
            options.add("--project " + BuildTool.quoted(folder));
        }
        return head()
                + DOWNLOAD.replace("ADDRESS", url)
                        .replace("DIGEST", sha256)
                        .replace("OPTIONS", String.join(" \\\n            ", options));
    }

    /** @param action this project's repository and version, such as {@code OWNER/callcost@v1.0.0} */
    public String calling(String action) {
        String globs =
                build.jars().stream().map(jar -> "            " + jar + "\n").collect(Collectors.joining());
        String project = folder.isEmpty() ? "" : "          project: " + scalar(folder) + "\n";
        return head() + "\n      - uses: " + action.replaceFirst("@", "/.github/actions/compare@") + "\n        with:\n"
                + "          build: " + scalar(build.command()) + "\n          jar: |\n" + globs + project;
    }

    private String head() {
        return HEAD
                + (isOnLabel ? ON_LABEL : "")
                + JOB
                + (isOnLabel ? IF_LABEL : "")
                + CHECKOUT.replace("JDK", String.valueOf(jdk))
                + cache.map(tool -> "          cache: " + tool + "\n").orElse("");
    }

    /** A text in YAML. */
    private static String scalar(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
