package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShareTest {
    /** The quantiles of Student's t at 99 % are those of its tables: 4.032 for 5 degrees, 63.657 for one. */
    @Test
    void theIntervalIsStudentsTOverForks() {
        Share share = Share.of(List.of(0.20, 0.22, 0.24, 0.26, 0.28, 0.30));
        assertThat(share.mean()).isCloseTo(0.25, within(1e-12));
        assertThat(share.deviation()).isCloseTo(0.0374166, within(1e-6));
        assertThat(share.halfWidth()).isCloseTo(4.0321 * 0.0374166 / Math.sqrt(6), within(1e-5));
        assertThat(Share.of(List.of(0.1, 0.3)).halfWidth()).isCloseTo(63.6567 * 0.1, within(1e-4));
    }

    @Test
    void oneForkHasNoInterval() {
        assertThat(Share.of(List.of(0.5)).halfWidth()).isNaN();
    }

    /** (2.5758 x 0.02 / 0.01)^2 = 26.5. */
    @Test
    void forksForAHalfWidthFollowTheDeviation() {
        Share share = new Share(0.25, 0.02, 5);
        assertThat(share.forksFor(0.01)).isEqualTo(27 + 2);
        assertThat(new Share(0.25, 0, 5).forksFor(0.01)).isEqualTo(2);
    }
}
