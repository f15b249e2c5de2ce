package dev.callcost.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Samples Java code alone with the JDK Flight Recorder, where async-profiler is not available. */
final class JavaRecorder {
    private static final String SAMPLE = "jdk.ExecutionSample";

    /** The shortest that the recorder supports. */
    private static final Duration PERIOD = Duration.ofMillis(10);

    private static Recording recording;

    private JavaRecorder() {}

    static void start() {
        recording = new Recording();
        recording.enable(SAMPLE).withPeriod(PERIOD);
        recording.start();
    }

    /** Stops sampling and returns a line for each stack as {@link Sampler} describes it. */
    static String stop() {
        recording.stop();
        try {
            Path file = Files.createTempFile("recording", ".jfr");
            try {
                recording.dump(file);
                return stacks(RecordingFile.readAllEvents(file));
            } finally {
                Files.delete(file);
                recording.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stacks(List<RecordedEvent> events) {
        Map<String, Integer> counts = new TreeMap<>();
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals(SAMPLE) && event.getStackTrace() != null) {
                counts.merge(stack(event), 1, Integer::sum);
            }
        }
        StringJoiner lines = new StringJoiner("\n", "", counts.isEmpty() ? "" : "\n");
        counts.forEach((stack, count) -> lines.add(stack + " " + count));
        return lines.toString();
    }

    private static String stack(RecordedEvent event) {
        RecordedThread thread = event.getThread("sampledThread");
        StringJoiner frames = new StringJoiner(";");
        frames.add("[" + (thread == null ? "?" : thread.getJavaName()) + "]");
        List<RecordedFrame> innermostFirst = event.getStackTrace().getFrames();
        for (int i = innermostFirst.size() - 1; i >= 0; i--) {
            RecordedFrame frame = innermostFirst.get(i);
            frames.add(frame.getMethod().getType().getName() + "."
                    + frame.getMethod().getName());
        }
        return frames.toString();
    }
}
