package sectile.junit;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/// Makes one test of a [TileTest] for each number of ranks.
final class TileTestExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), TileTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        TileTest wanted = AnnotationSupport.findAnnotation(context.getTestMethod(), TileTest.class)
                .orElseThrow();
        Stream<OptionalInt> counts = wanted.ranks().length == 0
                ? Stream.of(OptionalInt.empty())
                : IntStream.of(wanted.ranks()).mapToObj(OptionalInt::of);
        return counts.map(count -> new TileInvocation(wanted, count));
    }
}
