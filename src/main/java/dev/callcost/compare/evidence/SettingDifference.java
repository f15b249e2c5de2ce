package dev.callcost.compare.evidence;

/** A setting, or something of the machine, in which base and head differ. */
public record SettingDifference(String name, String base, String head) {
    /** JMH's names begin so. */
    private static final String WARM_UP = "warmup";

    private static final String MEASUREMENT = "measurement";

    /** Whether it is a length or a number of iterations. */
    public boolean isOfIterations() {
        return name.startsWith(WARM_UP) || name.startsWith(MEASUREMENT);
    }

    /** {@code jdkVersion 17.0.15 / 25.0.3}. */
    public String text() {
        return name + " " + base + " / " + head;
    }
}
