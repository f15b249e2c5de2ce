package dev.callcost.history;

import dev.callcost.data.CountedWork;
import dev.callcost.data.CountedWork.WorkChange;
import dev.callcost.data.CountedWork.WorkChanges;
import dev.callcost.data.CountedWork.WorkStep;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** At which runs the work of rows changes. A step of one digit is a fact, and no part of the judgement of times. */
public final class WorkHistory {
    /** The list is no longer, and counts more. */
    private static final int LINES = 20;

    private final Judgement judgement;
    private final List<RowSteps> rows;

    /** How many rows do not compare, by the runs and the reason. */
    private final SortedMap<String, Integer> notCompared = new TreeMap<>();

    /** A row between two runs, by their indices. */
    private record RunStep(int good, int bad, List<WorkStep> steps) {}

    /** @param steps the newest first */
    private record RowSteps(RowKey key, List<RunStep> steps) {}

    WorkHistory(Judgement judgement) {
        this.judgement = judgement;
        rows = judgement.rows().stream()
                .map(RowHistory::key)
                .map(key -> new RowSteps(key, steps(key)))
                .filter(row -> !row.steps.isEmpty())
                .toList();
    }

    private List<RunStep> steps(RowKey key) {
        List<RunStep> steps = new ArrayList<>();
        int good = -1;
        for (int run = 0; run < judgement.runs().size(); run++) {
            Optional<CountedWork> later = work(key, run);
            if (later.isPresent() && good >= 0) {
                WorkChange change = work(key, good).orElseThrow().to(later.get());
                String range = judgement.range(good, run);
                change.reason().ifPresent(why -> notCompared.merge(why + " (" + range + ")", 1, Integer::sum));
                if (!change.steps().isEmpty()) {
                    steps.add(0, new RunStep(good, run, change.steps()));
                }
            }
            good = later.isPresent() ? run : good;
        }
        return steps;
    }

    private Optional<CountedWork> work(RowKey key, int run) {
        return Optional.ofNullable(judgement.runs().get(run).run().values().get(key))
                .flatMap(HistoryRun.Value::work);
    }

    /** {@code Work changed in 2 rows, which says nothing about time}; empty where it did in none. */
    public String title() {
        return rows.isEmpty()
                ? ""
                : "Work changed in " + Sections.count(rows.size(), "row") + ", which says nothing about time";
    }

    /** A line for each row and pair of runs: {@code A.b: 1a..2b: +4 bytecodes (13,975 -> 13,979)}. */
    public List<String> lines(RowNames names, Predicate<RowKey> shown) {
        List<String> lines = rows.stream()
                .filter(row -> shown.test(row.key))
                .flatMap(row -> row.steps.stream()
                        .map(step -> names.of(row.key) + ", " + judgement.range(step.good, step.bad) + ": "
                                + step.steps.stream().map(WorkStep::text).collect(Collectors.joining(", "))))
                .toList();
        return Sections.limited(lines, LINES, "step");
    }

    List<String> notes() {
        return notCompared.entrySet().stream()
                .map(it -> WorkChanges.note(it.getValue(), it.getKey()))
                .toList();
    }
}
