package dev.callcost.bill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The stack of a sample.
 *
 * @param thread its name in brackets
 * @param innermostFirst the frames, the innermost first
 */
record Stack(String thread, List<String> innermostFirst) {

    /** Reads a stack as profilers write it: the thread and then the frames from the outermost, with semicolons between. */
    static Stack of(String collapsed) {
        List<String> frames = new ArrayList<>(List.of(collapsed.split(";")));
        String thread = frames.remove(0);
        Collections.reverse(frames);
        return new Stack(thread, List.copyOf(frames));
    }

    /** The stack without the innermost frame, which is the class of the new object in a sample of allocation. */
    Stack ofAllocator() {
        return new Stack(thread, innermostFirst.subList(Math.min(1, innermostFirst.size()), innermostFirst.size()));
    }
}
