package dev.callcost.doctor;

import dev.callcost.text.Grid;
import java.util.List;

/**
 * What an examination means.
 *
 * @param sections the findings by what they are about
 * @param resolution what differences can be told apart
 */
public record Diagnosis(List<Section> sections, Resolution resolution) {

    /** How much a finding matters. */
    public enum Level {
        /** As it should be. */
        OK,
        /** Something to know, or to change. */
        NOTE,
        /** No measurement here means anything. */
        UNFIT
    }

    /**
     * One thing that was found.
     *
     * @param level how much it matters
     * @param what what was found, a sentence or less
     * @param table the numbers behind it, lines of text; mostly none
     * @param means what it means for a user's numbers; may be empty
     * @param todo what to do about it; empty when nothing need be done
     */
    public record Finding(Level level, String what, List<String> table, String means, String todo) {
        static Finding ok(String what, String means) {
            return new Finding(Level.OK, what, List.of(), means, "");
        }

        static Finding note(String what, String means, String todo) {
            return new Finding(Level.NOTE, what, List.of(), means, todo);
        }

        static Finding unfit(String what, String means, String todo) {
            return new Finding(Level.UNFIT, what, List.of(), means, todo);
        }

        Finding with(Grid grid) {
            return new Finding(level, what, grid.text().lines().toList(), means, todo);
        }
    }

    /**
     * Findings about one thing.
     *
     * @param title what they are about
     * @param findings the findings, in order
     */
    public record Section(String title, List<Finding> findings) {}

    /** Judges an examination. */
    public static Diagnosis of(Examination seen) {
        return new Diagnosis(
                List.of(
                        new Section(
                                "Clock",
                                TimeFindings.clock(seen.clock(), seen.settings().clockSource())),
                        new Section("Waiting", List.of(TimeFindings.waiting(seen.overshoots()))),
                        new Section("Wake-ups", List.of(TimeFindings.waking(seen.wakeUps()))),
                        new Section("Steadiness", MachineFindings.steadiness(seen.drift())),
                        new Section("Machine", MachineFindings.settings(seen)),
                        new Section("Profilers", MachineFindings.tools(seen.tools()))),
                Resolution.expected(seen.drift().steadiness()));
    }

    /** Whether measurements here can mean anything. */
    public boolean isFit() {
        return count(Level.UNFIT) == 0;
    }

    /** How many findings are of a level. */
    public long count(Level level) {
        return sections.stream()
                .flatMap(section -> section.findings.stream())
                .filter(finding -> finding.level == level)
                .count();
    }
}
