package dev.callcost.bill;

import dev.callcost.bill.CategoryRules.Decision;
import dev.callcost.bill.CategoryRules.Ingredient;
import dev.callcost.bill.CategoryRules.Stack;
import java.util.HashMap;
import java.util.Map;

/**
 * Rules for benchmarks whose code no rule matches. A category with more than a third of a row's samples is split by the
 * method of the frame that decided, or by the innermost method where no frame did. Methods with less than 2 % are added
 * up as the rest of their category.
 */
final class CategorySplit {
    private static final double LARGE = 1.0 / 3;
    private static final double SMALL = 0.02;

    private final CategoryRules rules;
    private final Map<Ingredient, Double> shares = new HashMap<>();

    /** @param samples the row's samples of CPU time in all forks, by stack: all forks have the same parts */
    CategorySplit(CategoryRules rules, Map<Stack, Double> samples) {
        this.rules = rules;
        samples.forEach((stack, count) -> {
            Decision decision = rules.decide(stack);
            if (!decision.category().isBeside()) {
                shares.merge(decision.category(), count, Double::sum);
                shares.merge(part(decision, stack), count, Double::sum);
            }
        });
        double all = ForkBill.sum(shares) / 2; // each sample is in a category and in a part
        shares.replaceAll((part, count) -> count / all);
    }

    /** The category of a sample, or its part. */
    Ingredient of(Stack stack) {
        Decision decision = rules.decide(stack);
        Ingredient category = decision.category();
        if (shares.getOrDefault(category, 0.0) <= LARGE) {
            return category;
        }
        Ingredient part = part(decision, stack);
        return shares.getOrDefault(part, 0.0) < SMALL ? Ingredient.of(category.name() + ": rest") : part;
    }

    private static Ingredient part(Decision decision, Stack stack) {
        Frame frame = decision.frame().map(Frame::of).orElseGet(() -> innermost(stack));
        return new Ingredient(decision.category().name() + ": " + frame.label(), frame.name(), false);
    }

    /** The innermost Java frame, or a native one, or the thread. */
    private static Frame innermost(Stack stack) {
        return stack.innermostFirst().stream()
                .map(Frame::of)
                .filter(Frame::isJava)
                .findFirst()
                .orElseGet(() ->
                        Frame.of(stack.innermostFirst().stream().findFirst().orElse(stack.thread())));
    }
}
