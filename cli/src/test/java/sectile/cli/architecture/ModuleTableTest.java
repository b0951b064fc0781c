package sectile.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import sectile.cli.Checkout;

/// The module table of docs/architecture.md, its picture, the poms and the classes all say the same.
class ModuleTableTest {
    private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");
    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>.*<artifactId>sectile-(\\w+)</artifactId>.*");
    private static final Pattern PACKAGE = Pattern.compile("sectile\\.(\\w+)(\\..*)?");

    private final ModuleTable table = ModuleTable.fromTable();

    @Test
    void pictureAndTableAgree() {
        assertThat(ModuleTable.fromPicture().mayUse()).isEqualTo(table.mayUse());
    }

    @Test
    void tableListsTheMavenModules() {
        assertThat(table.mayUse().keySet()).isEqualTo(modules());
    }

    @Test
    void pomsAskOnlyForWhatTheTableAllows() {
        for (String module : modules()) {
            Set<String> dependencies = DEPENDENCY
                    .matcher(Checkout.read(module + "/pom.xml"))
                    .results()
                    .map(result -> result.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(table.mayUse().get(module))
                    .as("modules that %s may use", module)
                    .containsAll(dependencies);
        }
    }

    @Test
    void classesUseOnlyWhatTheTableAllows() {
        var forbidden = new TreeSet<String>();
        for (JavaClass user : Classes.all()) {
            String module = module(user).orElseThrow();
            Set<String> reach = table.reach(module);
            user.getDirectDependenciesFromSelf().stream()
                    .filter(dependency -> module(dependency.getTargetClass())
                            .filter(used -> !used.equals(module) && !reach.contains(used))
                            .isPresent())
                    .forEach(dependency -> forbidden.add(dependency.getDescription()));
        }
        assertThat(forbidden).isEmpty();
    }

    /// `bench` and `junit` use `cli`, so `cli` cannot see them; all others must be on the class path of this test.
    @Test
    void everyModuleIsSeen() {
        Set<String> seen = Classes.all().stream()
                .map(type -> module(type).orElseThrow())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> expected = modules();
        expected.removeIf(module -> module.equals("bench")
                || module.equals("junit")
                || !Files.isDirectory(Checkout.root().resolve(module).resolve("src/main/java")));
        assertThat(seen)
                .as("modules with classes on the class path of cli; add a missing one to cli/pom.xml")
                .isEqualTo(expected);
    }

    private static Set<String> modules() {
        return MODULE.matcher(Checkout.read("pom.xml"))
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Optional<String> module(JavaClass type) {
        var matcher = PACKAGE.matcher(type.getPackageName());
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
