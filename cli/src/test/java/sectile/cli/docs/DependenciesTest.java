package sectile.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import sectile.cli.Checkout;

/// docs/dependencies.md has a line for everything the poms ask for, and for nothing else.
class DependenciesTest {
    private static final Pattern DEPENDENCY =
            Pattern.compile("<(?:dependency|path)>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>");
    private static final Pattern MANAGED = Pattern.compile("(?s)<dependencyManagement>.*</dependencyManagement>");
    private static final Pattern ENTRY = Pattern.compile("(?m)^\\| `([^`]+:[^`]+)` \\|");

    @Test
    void everyDependencyHasALine() throws IOException {
        Set<String> documented = ENTRY.matcher(Checkout.read("docs/dependencies.md"))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented).isEqualTo(asked());
    }

    /// Also of the poms that the default build does not read, such as that of Spark.
    @Test
    void everyPomIsXml() throws Exception {
        List<Path> poms = poms();
        assertThat(poms).hasSizeGreaterThan(10).contains(Checkout.root().resolve("spark/pom.xml"));
        for (Path pom : poms) {
            Element project = DocumentBuilderFactory.newNSInstance()
                    .newDocumentBuilder()
                    .parse(pom.toFile())
                    .getDocumentElement();
            assertThat(project.getLocalName()).as(pom.toString()).isEqualTo("project");
        }
    }

    private static List<Path> poms() throws IOException {
        Path root = Checkout.root();
        try (Stream<Path> directories = Files.list(root)) {
            return Stream.concat(Stream.of(root), directories)
                    .map(directory -> directory.resolve("pom.xml"))
                    .filter(Files::exists)
                    .toList();
        }
    }

    private static Set<String> asked() throws IOException {
        return poms().stream()
                .map(pom -> MANAGED.matcher(Pages.read(pom)).replaceAll(""))
                .flatMap(pom -> DEPENDENCY.matcher(pom).results())
                .map(match -> match.group(1) + ":" + match.group(2))
                .filter(dependency -> !dependency.startsWith("dev.sectile:"))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
