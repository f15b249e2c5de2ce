package dev.callcost.lab;

import dev.callcost.results.Caption;
import dev.callcost.results.Estimate;
import dev.callcost.results.EstimateText;
import dev.callcost.results.ResultsFile;
import dev.callcost.run.ladder.Ladder;
import dev.callcost.run.ladder.Ladder.Step;
import dev.callcost.run.ladder.Rung;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.stream.Collectors;

/** The ladder in one sentence: each rung whose place is expected, as a multiple of the function written inline. */
public final class RatioSentence {
    private RatioSentence() {}

    /**
     * The sentence as Markdown.
     *
     * @throws IllegalArgumentException when the file lacks the function written inline, or every rung above it
     */
    public static String markdown(ResultsFile file) {
        Ladder ladder = Ladder.of(file);
        List<Step> steps =
                ladder.steps().stream().filter(step -> step.rung().ordered()).toList();
        Estimate inline = ladder.step(Rung.INLINE)
                .filter(step -> !steps.isEmpty())
                .map(Step::nanos)
                .orElseThrow(() -> new IllegalArgumentException(file.path() + " holds no rung above " + Rung.INLINE));
        String multiples = steps.stream()
                .map(step -> step.rung().name() + " **"
                        + Numbers.significant(step.nanos().ratioTo(inline).value()) + "**")
                .collect(Collectors.joining(", "));
        return "One function called across every boundary, in multiples of its time written inline ("
                + EstimateText.time(inline) + "): " + multiples + " (all on one CPU; "
                + Caption.of(steps.stream().map(Step::row).toList()) + ").\n";
    }
}
