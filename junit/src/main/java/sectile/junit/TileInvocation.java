package sectile.junit;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.DiagnosticRenderer;
import sectile.check.Counterexample;
import sectile.check.Finding;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.race.MemoryOrder;
import sectile.cli.VerifyCall;
import sectile.cli.lang.Verified;

/// A program on a number of ranks, verified before the body of its test method runs.
final class TileInvocation implements TestTemplateInvocationContext, BeforeTestExecutionCallback, ParameterResolver {
    private final TileTest wanted;
    private final OptionalInt ranks;
    private @Nullable Verification done;

    /// @param ranks empty if `sectile verify` chooses
    TileInvocation(TileTest wanted, OptionalInt ranks) {
        this.wanted = wanted;
        this.ranks = ranks;
    }

    @Override
    public String getDisplayName(int invocationIndex) {
        String name = Optional.ofNullable(Path.of(wanted.program()).getFileName())
                .map(Path::toString)
                .orElse(wanted.program());
        return ranks.isEmpty() ? name : name + " on " + ranks.getAsInt() + (ranks.getAsInt() == 1 ? " rank" : " ranks");
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(this);
    }

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        List<String> words = words(program(context.getRequiredTestClass()));
        Verified verified;
        try {
            verified = VerifyCall.run(words);
        } catch (DiagnosticException e) {
            throw new ExtensionConfigurationException(
                    "@TileTest of " + context.getRequiredTestMethod() + " cannot be run:\n"
                            + new DiagnosticRenderer(false).renderAll(e.diagnostics()),
                    e);
        }
        done = verified.last();
        String disappointment = disappointment(verified.last());
        if (!disappointment.isEmpty()) {
            throw new AssertionError(message(disappointment, verified, words, context));
        }
    }

    /// What is not as expected; empty if all is.
    private String disappointment(Verification last) {
        boolean found = last.verdict() == Verdict.FOUND;
        return switch (wanted.expect()) {
            case NO_FINDING -> found ? "there is a mistake" : "";
            case PROOF -> found ? "there is a mistake" : last.verdict() == Verdict.PROVED ? "" : "this is not a proof";
            case FINDING -> found ? "" : "expected a mistake, but there is none";
            case ANYTHING -> "";
        };
    }

    private static String message(
            String disappointment, Verified verified, List<String> words, ExtensionContext context) {
        var text = new StringBuilder(disappointment).append(": ").append(verified.summary());
        text.append(new DiagnosticRenderer(false)
                .renderAll(verified.findings().stream().map(Finding::diagnostic).toList()));
        verified.counterexample()
                .ifPresent(shown -> text.append("step through it with: sectile replay ")
                        .append(saved(shown, context))
                        .append(" --step\n"));
        text.append("repeat it with: sectile ").append(shell(words)).append('\n');
        return text.toString();
    }

    /// Writes the counterexample to where JUnit keeps the files of tests.
    private static String saved(Counterexample shown, ExtensionContext context) {
        Path[] file = {Path.of("counterexample.txt")};
        context.publishFile("counterexample.txt", MediaType.TEXT_PLAIN_UTF_8, path -> {
            Files.writeString(path, shown.text());
            file[0] = path.toAbsolutePath();
        });
        return shell(List.of(file[0].toString()));
    }

    private static String shell(List<String> words) {
        return String.join(
                " ",
                words.stream()
                        .map(word -> word.matches("[\\w./:=@,+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                        .toList());
    }

    private List<String> words(Path program) {
        var words = new ArrayList<>(List.of("verify", program.toString()));
        if (!wanted.entry().isEmpty()) {
            words.addAll(List.of("--entry", wanted.entry()));
        }
        ranks.ifPresent(count -> words.addAll(List.of("--ranks", String.valueOf(count))));
        if (wanted.order() != MemoryOrder.STRONG) {
            words.addAll(List.of("--order", wanted.order().text()));
        }
        if (wanted.explore()) {
            words.add("--explore");
        }
        number(words, "--schedules", wanted.schedules());
        number(words, "--max-time", wanted.maxTime());
        number(words, "--max-states", wanted.maxStates());
        words.addAll(List.of(wanted.options()));
        return words;
    }

    private static void number(List<String> words, String option, int value) {
        if (value != 0) {
            words.addAll(List.of(option, String.valueOf(value)));
        }
    }

    private Path program(Class<?> test) {
        URL resource = test.getResource(wanted.program());
        if (resource == null) {
            Path file = Path.of(wanted.program()).toAbsolutePath();
            if (!Files.isRegularFile(file)) {
                throw new ExtensionConfigurationException("@TileTest: `" + wanted.program()
                        + "` is neither a resource of " + test.getName() + " nor the file " + file);
            }
            return file;
        }
        if (!resource.getProtocol().equals("file")) {
            throw new ExtensionConfigurationException(
                    "@TileTest: `" + wanted.program() + "` is not a file but " + resource);
        }
        try {
            return Path.of(resource.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a resource of the class path has a valid address: " + resource, e);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Verification.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Verification known = done;
        if (known == null) {
            throw new ExtensionConfigurationException(
                    "@TileTest: a Verification is known to the test method only, not to a constructor or @BeforeEach");
        }
        return known;
    }
}
