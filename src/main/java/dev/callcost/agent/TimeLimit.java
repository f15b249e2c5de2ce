package dev.callcost.agent;

import java.time.Duration;

/** Ends this JVM when it runs for too long, whatever its threads do. */
final class TimeLimit {
    private TimeLimit() {}

    static void begin(Duration longest) {
        Thread watch = new Thread(() -> end(longest), "callcost-time-limit");
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
