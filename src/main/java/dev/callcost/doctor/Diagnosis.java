package dev.callcost.doctor;

import dev.callcost.doctor.Finding.Level;
import java.util.List;

/**
 * What an examination means.
 *
 * @param sections the findings by what they are about
 * @param resolution what differences can be told apart
 */
public record Diagnosis(List<Section> sections, Resolution resolution) {

    /**
     * Findings about one thing.
     *
     * @param title what they are about
     * @param findings the findings, in order
     */
    public record Section(String title, List<Finding> findings) {}

    /** Judges an examination. */
    public static Diagnosis of(Examination examination) {
        return new Diagnosis(
                List.of(
                        new Section(
                                "Clock",
                                TimeFindings.clock(
                                        examination.clock(),
                                        examination.settings().clockSource())),
                        new Section("Waiting", List.of(TimeFindings.waiting(examination.overshoots()))),
                        new Section("Wake-ups", List.of(TimeFindings.waking(examination.wakeUps()))),
                        new Section("Steadiness", MachineFindings.steadiness(examination.drift())),
                        new Section("Machine", MachineFindings.settings(examination)),
                        new Section("Profilers", ToolFindings.of(examination.tools()))),
                Resolution.expected(examination.drift()));
    }

    /** Whether measurements here can mean anything. */
    public boolean isFit() {
        return count(Level.UNFIT) == 0;
    }

    /** How many findings are of a level. */
    public long count(Level level) {
        return sections.stream()
                .flatMap(section -> section.findings.stream())
                .filter(finding -> finding.level() == level)
                .count();
    }
}
