package dev.callcost.ci;

/**
 * A row of a report as the tools of continuous integration read it. {@link JUnitXml} and {@link GithubCommands} write lists of them, the worst first.
 *
 * @param className the full name of the benchmark class
 * @param name what tells the row from others of its class: method, params, threads, mode
 * @param label the row's name in the report's own tables
 * @param kind why it has this result, as the table says it: {@code slower}
 * @param line what the report's table says of the row, in one line
 */
public record CiCase(String className, String name, String label, Result result, String kind, String line) {
    /** What a row means for the run. */
    public enum Result {
        /** The run fails for it. */
        FAILED,
        /** It is worse by less than what fails a run. */
        WARNED,
        /** There is no answer for it. */
        SKIPPED,
        /** It changed for the better. */
        IMPROVED,
        PASSED
    }
}
