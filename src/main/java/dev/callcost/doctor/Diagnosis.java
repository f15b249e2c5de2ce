package dev.callcost.doctor;

import dev.callcost.text.Grid;
import java.util.List;

/** The findings of an examination by section, and the differences that measurements on the machine can resolve. */
public record Diagnosis(List<Section> sections, Resolution resolution) {

    /** How much a finding matters. */
    public enum Level {
        OK,
        NOTE,
        /** Measurements on this machine mean nothing. */
        UNFIT
    }

    /**
     * One finding.
     *
     * @param what what was found, in a sentence
     * @param table lines of text with the numbers; may be empty
     * @param means the consequence for a user's numbers; may be empty
     * @param todo what the user can do; empty for nothing
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

    /** The findings of one probe. */
    public record Section(String title, List<Finding> findings) {}

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

    /** Whether no finding is {@link Level#UNFIT}. */
    public boolean isFit() {
        return count(Level.UNFIT) == 0;
    }

    public long count(Level level) {
        return sections.stream()
                .flatMap(section -> section.findings.stream())
                .filter(finding -> finding.level == level)
                .count();
    }
}
