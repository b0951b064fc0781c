package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.sim.component.Attribute;
import sectile.sim.component.AttributeType;
import sectile.sim.component.ComponentProvider;
import sectile.sim.component.ComponentRegistry;
import sectile.sim.component.MathOp;

/// `docs/topology.md` must name every key there is, and its examples must work.
final class TopologyDocTest {
    @Test
    void examplesAreValid() throws IOException {
        List<MatchResult> blocks = Pattern.compile("(?s)```yaml\n(.*?)```")
                .matcher(text())
                .results()
                .toList();
        assertThat(blocks).hasSize(6);
        for (MatchResult block : blocks) {
            var problems = new Diagnostics();
            Topologies.load(new SourceFile("docs/topology.md", block.group(1)), List.of(), problems);
            assertThat(problems.all()).isEmpty();
        }
    }

    @Test
    void settingsOfTheExampleWork() throws IOException {
        String command = text().lines()
                .filter(line -> line.contains("--set "))
                .filter(line -> line.startsWith("sectile run"))
                .findFirst()
                .orElseThrow();
        List<String> settings = Pattern.compile("--set (?:'([^']*)'|(\\S+))")
                .matcher(command)
                .results()
                .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                .toList();
        assertThat(settings).hasSize(2);
        Topology machine = Topologies.preset("small", settings);
        assertThat(machine.sips()).isEqualTo(4);
    }

    @Test
    void everyKeyIsThere() throws IOException {
        String text = text();
        List<String> words = new ArrayList<>(Topologies.presetNames());
        KnownPaths.all().forEach(path -> words.add(path.substring(path.lastIndexOf('.') + 1)));
        words.addAll(SipTopology.texts());
        for (ComponentProvider provider : ComponentRegistry.builtins().providers()) {
            for (Attribute attribute : provider.schema().attributes()) {
                words.add(attribute.name());
                if (attribute.type() instanceof AttributeType.Group group) {
                    words.addAll(group.schema().names());
                }
            }
        }
        words.addAll(MathOp.texts());
        for (String word : words) {
            assertThat(text).containsPattern("\\b" + word + "\\b");
        }
    }

    private static String text() throws IOException {
        return Files.readString(Path.of("..", "docs", "topology.md"));
    }
}
