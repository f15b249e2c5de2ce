package dev.callcost.work;

import java.util.ArrayList;
import java.util.List;

/** All that there is to say of a row's work, without the row: reports say a part of it, in several places. */
final class WorkSentences {
    /** Further methods of the JDK are only counted. */
    private static final int NAMED = 2;

    private WorkSentences() {}

    static List<String> of(WorkDelta delta) {
        List<String> sentences = new ArrayList<>();
        switch (delta.kind()) {
            case SAME -> sentences.add("does the same work to the last digit");
            case CHANCE ->
                sentences.add("its work is up to chance (seeds, clock or order of threads): head executes "
                        + WorkText.spread(delta) + " bytecodes under two chances");
            case GROWING ->
                sentences.add("its work still grows after %,d calls"
                        .formatted(delta.counted().calls()));
            case NOT_COUNTED -> sentences.add("its work was not counted: " + delta.reason());
            case MORE, LESS, MIXED -> {
                WorkText.bytecodes(delta).ifPresent(sentences::add);
                WorkText.otherThreads(delta).ifPresent(sentences::add);
                WorkText.bytes(delta).ifPresent(sentences::add);
                delta.jdk().stream().limit(NAMED).forEach(call -> sentences.add(WorkText.call(call)));
                int more = delta.jdk().size() - NAMED;
                if (!delta.jdk().isEmpty()) {
                    sentences.add((more > 0 ? more + " more calls" : "calls")
                            + " of the JDK changed: their work is not counted");
                }
            }
        }
        if (delta.isJdkByChance()) {
            sentences.add("the JDK's work is up to chance: with it, head executes " + WorkText.spread(delta)
                    + " bytecodes under two chances");
        }
        WorkText.releases(delta).ifPresent(sentences::add);
        if (!delta.uncounted().isEmpty()) {
            sentences.add("not counted: " + String.join(", ", delta.uncounted()));
        }
        return sentences;
    }
}
