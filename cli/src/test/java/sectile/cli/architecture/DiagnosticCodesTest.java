package sectile.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sectile.base.diag.DiagnosticCode;
import sectile.cli.Checkout;

/// A code means one thing: it is a constant of one enum, something reports it, and the pages of diagnostics have one
/// row for it.
class DiagnosticCodesTest {
    private static final Pattern ROW = Pattern.compile("(?m)^(?:\\| |## )([A-Z]+-[0-9]+)\\b");
    private static final Pattern TABLE_ROW = Pattern.compile("\\| ([A-Z]+-[0-9]+) \\|(.*)\\|(.*)\\|");
    private static final Pattern CONSTANT = Pattern.compile("\\b[A-Z]\\w*Code\\.[A-Z_0-9]+");
    private static final Pattern LITERAL = Pattern.compile("\"([A-Z]{2,5}-[0-9]{3})\"");

    @Test
    void everyCodeHasOneRowAndEveryRowACode() throws IOException {
        var explained = new TreeMap<String, String>();
        var twice = new TreeSet<String>();
        try (Stream<Path> pages = Files.list(Checkout.root().resolve("docs/diagnostics"))) {
            for (Path page : pages.sorted().toList()) {
                for (MatchResult row :
                        ROW.matcher(Files.readString(page)).results().toList()) {
                    String before =
                            explained.put(row.group(1), page.getFileName().toString());
                    if (before != null) {
                        twice.add(row.group(1) + " in " + before + " and " + page.getFileName());
                    }
                }
            }
        }
        assertThat(twice).isEmpty();
        assertThat(constants().keySet()).hasSizeGreaterThan(600).isEqualTo(explained.keySet());
    }

    @Test
    void everyRowHasACureAndFollowsInOrder() throws IOException {
        var wrong = new TreeSet<String>();
        try (Stream<Path> pages = Files.list(Checkout.root().resolve("docs/diagnostics"))) {
            for (Path page : pages.toList()) {
                String before = "";
                for (String line : Files.readAllLines(page)) {
                    Matcher row = TABLE_ROW.matcher(line);
                    if (!row.matches()) {
                        before = "";
                        continue;
                    }
                    if (row.group(2).isBlank() || row.group(3).isBlank() || before.compareTo(row.group(1)) > 0) {
                        wrong.add(row.group(1) + " in " + page.getFileName());
                    }
                    before = row.group(1);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyCodeIsReported() throws IOException {
        var named = new TreeSet<String>();
        var written = new TreeSet<String>();
        for (Path file : sources(".*\\.(java|c|h|cl)")) {
            String text = Files.readString(file);
            CONSTANT.matcher(text).results().forEach(match -> named.add(match.group()));
            if (!file.toString().endsWith(".java")) {
                LITERAL.matcher(text).results().forEach(match -> written.add(match.group(1)));
            }
        }
        var unused = new TreeSet<String>();
        constants().forEach((code, constant) -> {
            String name = constant.getDeclaringClass().getSimpleName() + "." + constant.name();
            if (!named.contains(name) && !written.contains(code)) {
                unused.add(name);
            }
        });
        assertThat(unused).isEmpty();
    }

    @Test
    void noCodeIsWrittenOutsideTheEnums() throws IOException {
        var found = new TreeSet<String>();
        for (Path file : sources(".*(?<!Code)\\.java")) {
            LITERAL.matcher(Files.readString(file))
                    .results()
                    .map(match -> match.group(1))
                    .filter(code -> !code.equals("SHA-256"))
                    .forEach(code -> found.add(file.getFileName() + ": " + code));
        }
        assertThat(found).isEmpty();
    }

    /// Fails on a code that two constants have.
    private static Map<String, Enum<?>> constants() {
        var result = new TreeMap<String, Enum<?>>();
        for (JavaClass type : Classes.all()) {
            if (type.isEnum() && type.isAssignableTo(DiagnosticCode.class)) {
                for (Object constant : type.reflect().getEnumConstants()) {
                    Enum<?> before = result.put(((DiagnosticCode) constant).text(), (Enum<?>) constant);
                    assertThat(before).as(((DiagnosticCode) constant).text()).isNull();
                }
            }
        }
        return result;
    }

    private static Iterable<Path> sources(String name) throws IOException {
        try (Stream<Path> files = Files.walk(Checkout.root())) {
            return files.filter(file -> file.toString().contains("/src/main/")
                            && file.getFileName().toString().matches(name))
                    .toList();
        }
    }
}
