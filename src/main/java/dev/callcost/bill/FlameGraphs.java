package dev.callcost.bill;

import dev.callcost.bill.CategoryRules.Frame;
import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
import dev.callcost.text.Html;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Visible;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import one.convert.Arguments;
import one.convert.FlameGraph;

/**
 * Flame graphs of samples of CPU time, each an HTML page that loads no other file. async-profiler's converter draws
 * them.
 */
final class FlameGraphs {
    /** In percent of the page's width. Narrower frames cannot be seen before a click, and they are most of the file. */
    private static final double NARROWEST = 0.02;

    /** Marks Java code, which the converter otherwise recognizes by slashes in a name. */
    private static final String JAVA = "_[j]";

    /** Shorter calls are drawn in picoseconds, because widths are whole numbers. */
    private static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    /**
     * Edits of the converter's page. It gets a width for phones. Its buttons move below the headline. Narrow frames
     * show class and method without the package.
     */
    private static final Map<String, String> EDITS = Map.of(
            "<meta charset='utf-8'>",
            "<meta charset='utf-8'>\n<meta name='viewport' content='width=device-width'>",
            "header {margin: -22px 0 6px 0}",
            "header {margin: 6px 0}",
            "f.title.substring(0, chars - 2) + '..'",
            "f.title.replace(/^([a-z_]\\w*\\.)+(?=[A-Z])/, '').substring(0, chars)");

    /**
     * Text that ends a script after a {@code <}. The converter writes a letter in place of the common beginning of two
     * names, which may be {@code <}.
     */
    private static final Pattern SCRIPT = Pattern.compile("(?i)/(?=script)|!(?=--)");

    private FlameGraphs() {}

    /**
     * The samples of all forks: the row, its threads and their frames. Work in addition to the call is next to the row.
     *
     * @param time of a call, as text
     */
    static String of(SampledRow row, String time, CategoryRules rules) {
        Map<Stack, Double> samples = row.pooled();
        String name = row.key().label();
        String title = name + ": " + time + " per call, " + Math.round(CategoryRules.sum(samples))
                + " samples of CPU time in " + Sections.count(row.forks().size(), "fork");
        return html(graph(title, samples, 1, stack -> {
            Ingredient category = rules.of(stack);
            return frame(category.isBeside() ? "in addition: " + category.name() : name) + ";";
        }));
    }

    /**
     * The second row's samples, in the color of their change since the first, without work in addition to the call. A
     * row's samples together are as wide as its call is long.
     *
     * @param nanos that the first row's samples stand for
     * @param laterNanos that the second row's samples stand for
     * @param what they are: {@code per call}, or CPU time
     */
    static String ofChange(
            SampledRow row, double nanos, SampledRow later, double laterNanos, String what, CategoryRules rules) {
        boolean isShort = laterNanos < SHORT_NANOS;
        double unit = isShort ? 1e3 : 1;
        FlameGraph before = graph("", own(row, rules), unit * nanos, stack -> "");
        String title = later.key().label() + ": " + Numbers.plainTime(laterNanos) + " " + what + ", "
                + Numbers.plainTime(nanos) + " in base. Red: longer. Blue: shorter. Yellow: new.";
        FlameGraph after = graph(title, own(later, rules), unit * laterNanos, stack -> "");
        after.diff(before);
        String unitName = isShort ? "ps" : "ns";
        // the unit of widths and its plural, as the converter writes them into the page
        return html(after).replace("'1 sample'", "'1 " + unitName + "'").replace("' samples'", "' " + unitName + "'");
    }

    /** The parts of a row's samples in the call, without work in addition to it. */
    private static Map<Stack, Double> own(SampledRow row, CategoryRules rules) {
        Map<Stack, Double> samples = row.pooled();
        samples.keySet().removeIf(stack -> rules.of(stack).isBeside());
        double all = CategoryRules.sum(samples);
        samples.replaceAll((stack, count) -> count / all);
        return samples;
    }

    private static FlameGraph graph(
            String title, Map<Stack, Double> weights, double factor, Function<Stack, String> root) {
        Arguments arguments = new Arguments();
        arguments.title = Html.escaped(title);
        arguments.minwidth = NARROWEST;
        arguments.inverted = true; // the row is at the top, where a browser opens the page
        FlameGraph graph = new FlameGraph(arguments);
        StringBuilder lines = new StringBuilder();
        weights.forEach((stack, weight) ->
                lines.append(root.apply(stack) + collapsed(stack)).append(" " + Math.round(factor * weight) + "\n"));
        try {
            graph.parseCollapsed(new StringReader(lines.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return graph;
    }

    private static String collapsed(Stack stack) {
        String outermostFirst = "";
        for (String text : stack.innermostFirst()) {
            Frame frame = Frame.of(text);
            outermostFirst = ";" + frame(frame.name()) + (frame.isJava() ? JAVA : "") + outermostFirst;
        }
        return frame(stack.thread()) + outermostFirst;
    }

    /** A name that cannot end a frame, or the page's script. */
    private static String frame(String name) {
        return SCRIPT.matcher(Visible.of(name)).replaceAll("$0 ").replace(';', ',');
    }

    private static String html(FlameGraph graph) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            graph.dump(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String page = bytes.toString(StandardCharsets.UTF_8);
        for (Map.Entry<String, String> edit : EDITS.entrySet()) {
            page = page.replace(edit.getKey(), edit.getValue());
        }
        return page;
    }
}
