package dev.callcost.compare;

import com.google.gson.Gson;
import dev.callcost.data.Fork;
import dev.callcost.launch.HostPlace;
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
     * What a fork says that it did; empty when it says nothing.
     *
     * @throws RuntimeException when what it says is no amount of work
     */
    static Optional<MoreWork> of(Fork fork) {
        Optional<MoreWork> work = Optional.ofNullable(fork.facts().get(HostPlace.EXTRA_WORK))
                .map(json -> GSON.fromJson(json, MoreWork.class));
        if (work.filter(it -> it.share >= 0 && Double.isFinite(it.share) && Double.isFinite(it.others))
                        .isPresent()
                != work.isPresent()) {
            throw new IllegalArgumentException("does no amount of work");
        }
        return work;
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
