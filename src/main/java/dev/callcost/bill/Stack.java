package dev.callcost.bill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Where a thread was seen.
 *
 * @param thread its name in brackets
 * @param innermostFirst the frames, the innermost first
 */
record Stack(String thread, List<String> innermostFirst) {

    /**
     * A stack as profilers write it: frames from the outermost on, semicolons between, of which the first is the thread.
     */
    static Stack of(String collapsed) {
        List<String> frames = new ArrayList<>(List.of(collapsed.split(";")));
        String thread = frames.remove(0);
        Collections.reverse(frames);
        return new Stack(thread, List.copyOf(frames));
    }

    /** Of a sample of allocation, whose innermost frame is the class of which an object was made: the stack that made it. */
    Stack ofAllocator() {
        return new Stack(thread, innermostFirst.subList(Math.min(1, innermostFirst.size()), innermostFirst.size()));
    }
}
