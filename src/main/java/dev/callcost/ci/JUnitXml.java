package dev.callcost.ci;

import dev.callcost.ci.CiCase.Result;
import dev.callcost.text.Html;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rows of a report in JUnit's XML, which Jenkins, GitLab and others show as tests. No row has a time: a test's duration is not a score. */
public final class JUnitXml {
    /** What {@link Html#escaped} lets pass, and XML 1.0 cannot hold or an attribute would lose. */
    private static final Pattern ILLEGAL = Pattern.compile("[\\n\\p{Cs}]");

    private JUnitXml() {}

    /** A suite of a name with a test case for each row; ends in a line feed. */
    public static String of(String suite, List<CiCase> cases) {
        String counts = "name=\"%s\" tests=\"%s\" failures=\"%s\" errors=\"0\""
                .formatted(escaped(suite), cases.size(), count(cases, Result.FAILED));
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites %1$s>
                <testsuite %1$s skipped="%2$s">
                %3$s</testsuite>
                </testsuites>
                """.formatted(
                        counts,
                        count(cases, Result.SKIPPED),
                        cases.stream().map(JUnitXml::testCase).collect(Collectors.joining()));
    }

    private static long count(List<CiCase> cases, Result result) {
        return cases.stream().filter(it -> it.result() == result).count();
    }

    /** Some readers show a failure's message, others its content. */
    private static String testCase(CiCase row) {
        String line = escaped(row.line());
        String found = " type=\"%s\" message=\"%s\">%s".formatted(escaped(row.kind()), line, line);
        String result = switch (row.result()) {
            case FAILED -> "<failure" + found + "</failure>";
            case SKIPPED -> "<skipped" + found + "</skipped>";
            case WARNED, IMPROVED, PASSED -> "<system-out>" + line + "</system-out>";
        };
        return "<testcase classname=\"%s\" name=\"%s\">%s</testcase>\n"
                .formatted(escaped(row.className()), escaped(row.name()), result);
    }

    private static String escaped(String text) {
        return Html.escaped(ILLEGAL.matcher(text)
                .replaceAll(
                        illegal -> "\\\\u%04x".formatted((int) illegal.group().charAt(0))));
    }
}
