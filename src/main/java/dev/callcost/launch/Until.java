package dev.callcost.launch;

import java.time.Duration;
import java.util.Optional;

/**
 * When a run ends before every row has had all its forks.
 *
 * @param precision rows that are known so well have no further fork
 * @param budget after so much time no further fork begins; that of the earlier process counts when a run is gone on with
 */
public record Until(Optional<Precision> precision, Optional<Duration> budget) {}
