package dev.callcost.text;

import java.util.List;
import java.util.stream.Collectors;

/** The rows of a report in JUnit's XML, which Jenkins, GitLab and others show as tests. No row has a time: a test's duration is not a score. */
public final class JUnitXml {
    private JUnitXml() {}

    /**
     * A suite with a test case for each row; ends in a line feed.
     *
     * @param suite its name
     */
    public static String of(String suite, List<TestCase> cases) {
        String counts = " name=\"" + escaped(suite) + "\" tests=\"" + cases.size() + "\" failures=\""
                + count(cases, TestCase.Result.FAILED) + "\" errors=\"0\"";
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n<testsuite" + counts
                + " skipped=\"" + count(cases, TestCase.Result.SKIPPED) + "\">\n"
                + cases.stream().map(JUnitXml::testCase).collect(Collectors.joining())
                + "</testsuite>\n</testsuites>\n";
    }

    private static long count(List<TestCase> cases, TestCase.Result result) {
        return cases.stream().filter(it -> it.result() == result).count();
    }

    /** Some readers show a failure's message, others its content. */
    private static String testCase(TestCase row) {
        String type = " type=\"" + escaped(row.kind()) + "\" message=\"" + escaped(row.line()) + "\">";
        String content = escaped(row.line());
        return "<testcase classname=\"" + escaped(row.className()) + "\" name=\"" + escaped(row.name()) + "\">"
                + switch (row.result()) {
                    case FAILED -> "<failure" + type + content + "</failure>";
                    case SKIPPED -> "<skipped" + type + content + "</skipped>";
                    case WARNED, IMPROVED, PASSED -> "<system-out>" + content + "</system-out>";
                }
                + "</testcase>\n";
    }

    /** What XML 1.0 cannot hold, and blanks that an attribute would lose, as {@code \}{@code u000a}. */
    private static String escaped(String text) {
        StringBuilder legal = new StringBuilder();
        text.codePoints().forEach(it -> {
            boolean isLegal = it >= 0x20 && it <= 0xd7ff && !Character.isISOControl(it)
                    || it >= 0xe000 && it <= 0xfffd
                    || it >= 0x10000;
            legal.append(isLegal ? Character.toString(it) : "\\u%04x".formatted(it));
        });
        return Html.escaped(legal.toString());
    }
}
