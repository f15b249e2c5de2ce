package dev.callcost.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The published driver. */
class PublishedDriverIT {
    private static final int PUBLISHED_K = 34_999_944;

    @Test
    void everyPartIsTimedAndEndsAtTheKOfThePublishedText() {
        PublishedDriver driver = new PublishedDriver();
        PublishedDriver.Times times = new PublishedDriver.Times();
        try {
            assertThat(driver.run(times)).isEqualTo(PUBLISHED_K);
            assertThat(driver.run(times)).isEqualTo(PUBLISHED_K);
        } finally {
            driver.tearDown();
        }
        assertThat(new double[] {
                    times.inlineFirst, times.functionFirst, times.inlineSecond, times.functionSecond, times.rmi
                })
                .doesNotContain(0);
        assertThat(PublishedDriver.noFunctionCall().k()).isEqualTo(PUBLISHED_K);
        assertThat(PublishedDriver.functionCall().k()).isEqualTo(PUBLISHED_K);
    }
}
