package dev.callcost.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbesTest {
    @TempDir
    Path directory;

    @BeforeEach
    void begin() {
        Probes.count(counts().toString(), 5);
        Probes.hit(0);
    }

    private Path counts() {
        return directory.resolve("counts");
    }

    private Map<Integer, Probes.CallCounts> read() throws IOException {
        return Probes.read(counts());
    }

    @Test
    void anIterationIsFromTheFirstThreadThatMeasuresToTheLastThatTearsDown() throws IOException {
        Probes.begin(false, 2);
        Probes.hit(1); // set-up of the trial
        Probes.setsUp();
        Probes.hit(1);
        Probes.measures();
        Probes.hit(2);
        Probes.setsUp();
        Probes.hit(2);
        Probes.measures();
        Probes.tearsDown();
        Probes.hit(2);
        Probes.tearsDown();
        Probes.hit(3);
        assertThat(read())
                .isEqualTo(Map.of(
                        0, new Probes.CallCounts(0, 1),
                        1, new Probes.CallCounts(0, 2),
                        2, new Probes.CallCounts(3, 0),
                        3, new Probes.CallCounts(0, 1)));
    }

    @Test
    void ofASingleShotTheSetUpOfTheIterationIsPartOfIt() throws IOException {
        Probes.begin(true, 1);
        Probes.hit(1);
        Probes.setsUp();
        Probes.hit(2);
        assertThat(read()).containsEntry(1, new Probes.CallCounts(0, 1)).containsEntry(2, new Probes.CallCounts(1, 0));
    }

    @Test
    void whereNoThreadAnnouncesAnythingAllIsWithinTheIteration() throws IOException {
        Probes.begin(false, 1);
        Probes.hit(1);
        assertThat(read()).containsEntry(0, new Probes.CallCounts(0, 1)).containsEntry(1, new Probes.CallCounts(1, 0));
    }

    @Test
    void aClassIsReflectedWhenItsMembersWereAskedFor() throws ReflectiveOperationException {
        record Asked() {}
        record NotAsked() {}
        assertThat(Asked.class.getDeclaredMethods()).isNotEmpty();
        List<String> names = List.of(Asked.class.getName(), NotAsked.class.getName(), "no.Such");
        assertThat(ProbeReader.reflected(names)).containsExactly(Asked.class.getName(), "no.Such");
    }
}
