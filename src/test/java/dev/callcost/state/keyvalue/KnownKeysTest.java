package dev.callcost.state.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.callcost.Seeds;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KnownKeysTest {
    @Seeds(300)
    void isASetWhateverIsAddedAndRemoved(SplittableRandom random) {
        Workload.KnownKeys keys = new Workload.KnownKeys();
        Set<ByteString> model = new HashSet<>();
        for (int step : random.ints(random.nextInt(256), -6, 7).toArray()) {
            ByteString key = key(Math.abs(step));
            if (step > 0) {
                keys.add(key);
                model.add(key);
            } else {
                keys.remove(key);
                model.remove(key);
            }
            assertThat(keys.size()).isEqualTo(model.size());
            assertThat(keys.isEmpty()).isEqualTo(model.isEmpty());
            assertThat(keys.contains(key)).isEqualTo(model.contains(key));
        }
        assertThat(drawn(keys)).isEqualTo(model);
    }

    @Test
    void drawsAllKeysAlike() {
        Workload.KnownKeys keys = new Workload.KnownKeys();
        for (int n = 0; n < 5; n++) {
            keys.add(key(n));
        }
        keys.remove(key(1));
        SplittableRandom random = new SplittableRandom(1);
        int[] draws = new int[5];
        for (int n = 0; n < 40_000; n++) {
            draws[Integer.parseInt(keys.draw(random).toStringUtf8())]++;
        }
        assertThat(draws[1]).isZero();
        for (int n : new int[] {0, 2, 3, 4}) {
            assertThat(draws[n]).isBetween(9_500, 10_500);
        }
    }

    private static Set<ByteString> drawn(Workload.KnownKeys keys) {
        Set<ByteString> drawn = new HashSet<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int n = 0; n < 200 && !keys.isEmpty(); n++) {
            drawn.add(keys.draw(random));
        }
        return drawn;
    }

    private static ByteString key(int n) {
        return ByteString.copyFromUtf8(Integer.toString(n));
    }
}
