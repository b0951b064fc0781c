package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Messages, help, the manuals of packages and the documentation avoid the phrases of `phrases.txt`, which also has
/// what to write instead.
class EnglishTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /// A string, a text block, a character or a comment of Java.
    private static final Pattern JAVA_TEXT = Pattern.compile(
            "\"\"\"(?s:.*?)\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)+'|//[^\\n]*|/\\*(?s:.*?)\\*/");

    private record Phrase(Pattern pattern, String instead) {}

    @Test
    void textsAvoidTheListedPhrases() throws IOException {
        List<Phrase> phrases = phrases();
        List<String> found = new ArrayList<>();
        for (Path file : files()) {
            String text = Files.readString(file);
            boolean java = file.toString().endsWith(".java");
            boolean comments = file.endsWith("package-info.java");
            for (String part : java ? javaTexts(text, comments) : List.of(text)) {
                search(file, text, part, phrases, found);
            }
        }
        assertThat(found).as("phrases to avoid; src/test/resources/phrases.txt").isEmpty();
    }

    @Test
    void theListFindsOldTextAndAcceptsItsReplacements() throws IOException {
        List<Phrase> phrases = phrases();
        assertThat(phrases).hasSizeGreaterThan(15);
        for (Phrase phrase : phrases) {
            List<String> found = new ArrayList<>();
            search(ROOT, phrase.instead, phrase.instead, phrases, found);
            assertThat(found).as("the replacement is plain English").isEmpty();
        }
        List<String> found = new ArrayList<>();
        String old = "the file stands behind other words; `x` is no type; nobody goes on before everybody has come";
        search(ROOT, old, old, phrases, found);
        assertThat(found).hasSize(5);
    }

    private static void search(Path file, String text, String part, List<Phrase> phrases, List<String> found) {
        for (Phrase phrase : phrases) {
            for (MatchResult match : phrase.pattern.matcher(part).results().toList()) {
                int at = text.indexOf(part) + match.start();
                long line =
                        1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
                found.add(ROOT.relativize(file) + ":" + line + ": `" + match.group() + "`, write: " + phrase.instead);
            }
        }
    }

    private static List<String> javaTexts(String source, boolean comments) {
        return JAVA_TEXT
                .matcher(source)
                .results()
                .map(MatchResult::group)
                .filter(text -> comments || !text.startsWith("/"))
                .toList();
    }

    /// Main code, scripts, documentation, examples and what is packed with the classes.
    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        files.add(ROOT.resolve("sectile"));
        add(ROOT.resolve("scripts"), "", files);
        add(ROOT.resolve("docs"), ".md", files);
        add(ROOT.resolve("examples"), ".py", files);
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(each -> Files.exists(each.resolve("pom.xml")))
                    .sorted()
                    .toList()) {
                add(module.resolve("src/main/java"), ".java", files);
                add(module.resolve("src/main/resources"), ".yaml", files);
            }
        }
        assertThat(files).as("files to search").hasSizeGreaterThan(500);
        return files;
    }

    private static void add(Path directory, String ending, List<Path> files) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> found = Files.walk(directory)) {
            found.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .forEach(files::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Phrase> phrases() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/phrases.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" => ", 2))
                .map(parts -> new Phrase(Pattern.compile(parts[0]), parts[1]))
                .toList();
    }
}
