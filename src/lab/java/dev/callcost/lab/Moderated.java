package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Moderation.Own;
import java.util.List;

/** The estimates of rows that scatter alike, each of two forks or more, with moderated variances. */
public final class Moderated {
    private Moderated() {}

    public static List<Estimate> of(List<Estimate> alike) {
        List<Own> own = alike.stream().map(Own::ofMean).toList();
        Moderation moderation = Moderation.of(own);
        return own.stream().map(moderation::moderated).toList();
    }
}
