package dev.callcost;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A property, tested with made-up cases: the method gets a {@link SplittableRandom} with the seeds 1, 2 and so on. A
 * failure's index is its seed, so {@code new SplittableRandom(index)} makes the case again.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@ParameterizedTest
@ArgumentsSource(Seeds.Generators.class)
public @interface Seeds {
    /** How many. */
    int value();

    /** Makes the generators. */
    final class Generators implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            int cases = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Seeds.class)
                    .orElseThrow()
                    .value();
            return LongStream.rangeClosed(1, cases)
                    .mapToObj(seed -> Arguments.of(Named.of("seed " + seed, new SplittableRandom(seed))));
        }
    }
}
