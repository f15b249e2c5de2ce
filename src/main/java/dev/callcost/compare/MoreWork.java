package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonSyntaxException;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * What head did on top in its measured iterations, as {@code ExtraWork} tells it.
 *
 * @param share CPU time of the work, relative to that of the operations without it
 * @param others CPU time of threads of the fork other than the benchmark's, relative to the benchmark's
 */
public record MoreWork(double share, double others) {
    /** From here on others are said to take part. Benchmarks of one thread have some ten thousandths. */
    private static final double OTHERS = 0.1;

    private static final Gson GSON = new Gson();

    /**
     * Reads what a fork wrote.
     *
     * @param json an object; sessions of 0.1.0 have a number, which told of the warm-up and says nothing here
     * @throws JsonSyntaxException when it is none of these
     * @throws IllegalArgumentException when its numbers are none
     */
    static Optional<MoreWork> of(JsonElement json) {
        if (json == null || json.isJsonPrimitive()) {
            return Optional.empty();
        }
        MoreWork work = GSON.fromJson(json, MoreWork.class);
        if (!(work.share >= 0 && Double.isFinite(work.share) && Double.isFinite(work.others))) {
            throw new IllegalArgumentException("does no amount of work");
        }
        return Optional.of(work);
    }

    /** The mean over some; empty for none. */
    static Optional<MoreWork> mean(List<MoreWork> works) {
        return works.isEmpty()
                ? Optional.empty()
                : Optional.of(new MoreWork(
                        works.stream().mapToDouble(MoreWork::share).average().orElseThrow(),
                        works.stream().mapToDouble(MoreWork::others).average().orElseThrow()));
    }

    /** The share with two decimals: {@code +3.02%}. */
    public String text() {
        return "+" + Numbers.percent(share, 2);
    }

    /** Whether other threads than the benchmark's take part in an operation, so that its time may grow by more or less than the share. */
    boolean isShared() {
        return others > OTHERS;
    }
}
