package dev.callcost.work;

import static dev.callcost.work.CountState.CountedSide.BASE;
import static dev.callcost.work.CountState.CountedSide.HEAD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.HostFolder;
import dev.callcost.work.CountState.CountedSide;
import dev.callcost.work.WorkJudge.RowWork;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SharedJvmsTest {
    private static final Optional<RowWork> WORK = Optional.of(new RowWork(List.of(), List.of(), List.of()));

    private final CountState first = new CountState(null, null, false, null);
    private final CountState second = new CountState(null, null, false, null);
    private final CountState third = new CountState(null, null, false, null);
    private final SharedJvms jvms = new SharedJvms(1, 1, List.of(first, second, third));

    private static HostFolder place(String folder) {
        return new HostFolder(Path.of(folder), "");
    }

    private void runs(CountState row, CountedSide side) {
        assertThat(jvms.begin(side)).contains(row);
        jvms.starts(side, place(side.label));
        jvms.ended(row, side, WORK);
    }

    @Test
    void eachSideRunsAllRowsInTheirOrderOneAtATime() {
        assertThat(jvms.begin(BASE)).contains(first);
        assertThat(jvms.begin(BASE)).isEmpty();
        assertThat(jvms.begin(HEAD)).contains(first);
        jvms.starts(BASE, place("base"));
        jvms.starts(HEAD, place("head"));
        assertThat(jvms.ended(first, BASE, WORK)).isEmpty();
        runs(second, BASE);
        assertThat(jvms.ended(first, HEAD, WORK)).isPresent();
        assertThat(jvms.counted()).isEqualTo(1);
        runs(second, HEAD);
        runs(third, HEAD);
        assertThat(jvms.isOver()).isFalse();
        runs(third, BASE);
        assertThat(jvms.isOver()).isTrue();
        assertThat(jvms.takeLeft()).isEmpty();
    }

    @Test
    void rowsThatDifferGoOnInReverseOrder() {
        jvms.differs(first);
        jvms.differs(third);
        assertThat(jvms.takeDiffering()).containsExactly(third, first);
        assertThat(jvms.takeDiffering()).isEmpty();
    }

    @Test
    void aRowThatFailsEndsBothJvms() {
        runs(first, BASE);
        runs(first, HEAD);
        runs(second, BASE);
        assertThat(jvms.begin(BASE)).contains(third);
        assertThat(jvms.begin(HEAD)).contains(second);
        assertThat(jvms.ended(third, BASE, Optional.empty())).isEmpty();
        assertThat(jvms.isOver()).isTrue();
        assertThat(jvms.begin(BASE)).isEmpty();
        assertThat(jvms.takeLeft()).containsExactly(second, third);
        assertThat(jvms.ended(second, HEAD, WORK)).isEmpty();
        assertThat(jvms.takeLeft()).isEmpty();
    }

    @Test
    void anotherJvmDoesNotGoOnWhereOneHasEnded() {
        runs(first, BASE);
        runs(first, HEAD);
        assertThat(jvms.begin(HEAD)).contains(second);
        jvms.starts(HEAD, place("new"));
        assertThat(jvms.isOver()).isTrue();
        assertThat(jvms.ended(second, HEAD, WORK)).isEmpty();
        assertThat(jvms.takeLeft()).containsExactly(second, third);
    }
}
