package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The types that docs/architecture.md names as places to start reading exist, for every module.
class ReadingGuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("- \\*\\*(\\w+)\\*\\*: begin with `(sectile[\\w.]+)`(.*)");
    private static final Pattern CAMEL = Pattern.compile("`([A-Z][a-z]+[A-Z]\\w*)");
    private static final Pattern TYPE = Pattern.compile("`([\\w.]+)`");

    @Test
    void everyModuleHasAPlaceToStartThatExists() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/architecture.md"));
        List<String> modules = new ArrayList<>();
        Matcher row = ROW.matcher(page);
        while (row.find()) {
            String module = row.group(1);
            modules.add(module);
            Path sources = ROOT.resolve(module + "/src/main/java");
            assertThat(exists(sources, row.group(2))).as(row.group(2)).isTrue();
            String prefix = row.group(2).replaceAll("[.][A-Z]\\w*$", "");
            TYPE.matcher(row.group(3))
                    .results()
                    .forEach(type -> assertThat(exists(sources, "sectile." + module + "." + type.group(1))
                                    || exists(sources, prefix + "." + type.group(1)))
                            .as(module + ": " + type.group(1))
                            .isTrue());
        }
        List<String> poms;
        try (var files = Files.list(ROOT)) {
            poms = files.filter(each -> Files.exists(each.resolve("pom.xml")))
                    .map(each -> each.getFileName().toString())
                    .toList();
        }
        assertThat(modules).containsExactlyInAnyOrderElementsOf(poms);
    }

    @Test
    void everyTypeThatTheGuideNamesExists() throws IOException {
        Set<String> types = new HashSet<>(Set.of("ThreadLocal"));
        try (var files = Files.walk(ROOT)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/"))
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .forEach(types::add);
        }
        var missing = new TreeSet<String>();
        CAMEL.matcher(Files.readString(ROOT.resolve("docs/architecture.md")))
                .results()
                .map(type -> type.group(1))
                .filter(type -> !types.contains(type))
                .forEach(missing::add);
        assertThat(missing).isEmpty();
    }

    private static boolean exists(Path sources, String name) {
        Path path = sources.resolve(name.replace('.', '/'));
        return Files.isDirectory(path) || Files.isRegularFile(Path.of(path + ".java"));
    }
}
