package dev.callcost.agent;

import java.time.Duration;

/** Ends this JVM when a row takes too long, whatever its threads do. */
final class TimeLimit {
    private static Thread watch;

    private TimeLimit() {}

    /** An earlier limit ends. */
    static synchronized void begin(Duration longest) {
        if (watch != null) {
            watch.interrupt();
        }
        watch = new Thread(() -> end(longest), "callcost-time-limit");
        watch.setDaemon(true);
        watch.start();
    }

    private static void end(Duration longest) {
        try {
            Thread.sleep(longest.toMillis());
            System.err.println("it was not over after " + longest.toSeconds() + " s");
            Runtime.getRuntime().halt(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
