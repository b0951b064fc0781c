package sectile.base.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

class YamlTest {
    private final Diagnostics problems = new Diagnostics();

    private YamlNode parse(String text) {
        Optional<YamlNode> node = Yaml.parse(new SourceFile("t.yaml", text), problems);
        assertThat(problems.all()).isEmpty();
        return node.orElseThrow();
    }

    private String rendered(String text) {
        var found = new Diagnostics();
        assertThat(Yaml.parse(new SourceFile("t.yaml", text), found)).isEmpty();
        return new DiagnosticRenderer().renderAll(found.all());
    }

    private String code(String text) {
        var found = new Diagnostics();
        assertThat(Yaml.parse(new SourceFile("t.yaml", text), found)).as(text).isEmpty();
        return found.all().getFirst().code();
    }

    @Test
    void everythingKnowsItsPlace() {
        YamlNode root = parse("""
                # a comment
                sips: { count: 2, names: [a, "b c"] }
                links:
                  - name: x
                    rate: 4.50

                  # in between
                  - name: y
                text: |
                  two
                  lines
                """);
        assertThat(root.at("sips").orElseThrow().span().text()).isEqualTo("{ count: 2, names: [a, \"b c\"] }");
        assertThat(root.at("sips.names[1]").orElseThrow().span().text()).isEqualTo("\"b c\"");
        assertThat(root.at("sips.names.1")).contains(root.at("sips.names[1]").orElseThrow());
        assertThat(root.at("links[0]").orElseThrow().span().text()).isEqualTo("name: x\n    rate: 4.50");
        assertThat(root.at("links").orElseThrow().span().text()).endsWith("- name: y");
        assertThat(root.at("links[0].rate").orElseThrow().span()).hasToString("t.yaml:5:11");
        assertThat(root.at("text").orElseThrow().span().text()).isEqualTo("|\n  two\n  lines");
        var sips = ((YamlMap) root).entry("sips").orElseThrow();
        assertThat(sips.keySpan()).hasToString("t.yaml:2:1");
        assertThat(((YamlMap) root).keys()).containsExactly("sips", "links", "text");
        assertThat(root.at("links[2]")).isEmpty();
        assertThat(root.at("sips.count.x")).isEmpty();
        assertThat(root.at("..")).isEmpty();
    }

    @Test
    void placesSurviveWideLettersAndByteOrderMarks() {
        assertThat(parse("\ufeffa: \uD83D\uDE00\nb: x\n").at("b").orElseThrow().span())
                .hasToString("t.yaml:2:4");
        assertThat(parse("\ufeffa: 1").at("a").orElseThrow().span().text()).isEqualTo("1");
    }

    @Test
    void anEmptyDocumentIsNothing() {
        for (String text : new String[] {"", "\n", "# only a comment\n", "---\n", "null"}) {
            assertThat(parse(text))
                    .isInstanceOfSatisfying(
                            YamlScalar.class,
                            scalar -> assertThat(scalar.isNothing()).isTrue());
            assertThat(Yaml.parseMap(new SourceFile("t.yaml", text), problems))
                    .hasValueSatisfying(map -> assertThat(map.entries()).isEmpty());
        }
    }

    @Test
    void aliasesShareTheirValue() {
        YamlNode root = parse("a: &x { n: 1 }\nb: *x\n");
        assertThat(root.at("b.n").orElseThrow()).isSameAs(root.at("a.n").orElseThrow());
    }

    @Test
    void scalarsAreWhatTheyLookLike() {
        YamlNode root = parse("[4, -0x1f, 1e3, .5, '4', true, yes, ~, inf, -.inf, .nan, 1_000, 0x1F]");
        assertThat(number(root, 0)).hasToString("4");
        assertThat(number(root, 2).toLong()).contains(1000L);
        assertThat(number(root, 3)).hasToString("0.5");
        assertThat(number(root, 8).toDouble()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(number(root, 9)).hasToString("-inf");
        assertThat(number(root, 12).toLong()).contains(31L);
        for (int text : new int[] {1, 4, 6, 10, 11}) {
            assertThat(scalar(root, text).asNumber())
                    .as(scalar(root, text).text())
                    .isEmpty();
            assertThat(scalar(root, text).asText()).isPresent();
        }
        assertThat(scalar(root, 5).asBoolean()).contains(true);
        assertThat(scalar(root, 5).asText()).isEmpty();
        assertThat(scalar(root, 8).asText()).contains("inf");
        assertThat(scalar(root, 9).asText()).isEmpty();
        assertThat(scalar(root, 7).describe()).isEqualTo("nothing");
    }

    @Test
    void duplicateKey() {
        assertThat(rendered("a:\n  n: 1\n  m: 2\n  n: 3\n")).isEqualTo("""
                error[BASE-102]: the key `n` appears twice in this map
                 --> t.yaml:4:3
                  |
                4 |   n: 3
                  |   ^
                  = help: remove one of the two
                note: the first one is here
                 --> t.yaml:2:3
                  |
                2 |   n: 1
                  |   ^
                """);
    }

    @Test
    void syntaxError() {
        assertThat(rendered("a: [1, 2\nb: 3\n")).isEqualTo("""
                error[BASE-101]: not YAML: expected ',' or ']', but got :
                 --> t.yaml:2:2
                  |
                2 | b: 3
                  |  ^
                note: while parsing a flow sequence
                 --> t.yaml:1:4
                  |
                1 | a: [1, 2
                  |    ^
                """);
        assertThat(rendered("a:\n\tb: 1\n")).contains("t.yaml:2:1").contains("indent with spaces");
        assertThat(rendered("a: b: c")).contains("needs quotes");
    }

    @Test
    void everythingElseHasItsCode() {
        assertThat(code("a: *nobody")).isEqualTo("BASE-103");
        assertThat(code("a: &x [*x]")).isEqualTo("BASE-103");
        assertThat(code("[".repeat(200))).isEqualTo("BASE-105");
        assertThat(code("a: 1\n---\nb: 2")).isEqualTo("BASE-106");
        assertThat(code("[1, 2]: x")).isEqualTo("BASE-107");
        assertThat(code("a: !!int 3")).isEqualTo("BASE-108");
        assertThat(code("a: !mine {b: 1}")).isEqualTo("BASE-108");
        assertThat(code("a: \u0001")).isEqualTo("BASE-101");
        assertThat(code("%YAML 9.9\n---\na: 1")).isEqualTo("BASE-101");
        var found = new Diagnostics();
        assertThat(Yaml.parseMap(new SourceFile("t.yaml", "- a"), found)).isEmpty();
        assertThat(Yaml.parseMap(new SourceFile("t.yaml", "a"), found)).isEmpty();
        assertThat(found.all()).extracting(Diagnostic::code).containsExactly("BASE-109", "BASE-109");
    }

    @Test
    void aliasBombsAreCutOff() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [".formatted(i, i))
                    .append("*a%d,".formatted(i - 1).repeat(10))
                    .append("]\n");
        }
        assertThat(code(bomb.toString())).isEqualTo("BASE-104");
    }

    @Test
    void noTextCrashes() {
        long seed = Long.getLong("sectile.seed", 1);
        var random = new Random(seed);
        String alphabet = "ab:,-[]{}&*!|>'\"%@`#?~ \n\n  \t\\0x1e.\uD83D\uDE00\u0085\u2028";
        for (int round = 0; round < 5000; round++) {
            var text = new StringBuilder();
            int length = random.nextInt(40);
            for (int i = 0; i < length; i++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            var source = new SourceFile("t.yaml", text.toString());
            var found = new Diagnostics();
            try {
                Optional<YamlNode> node = Yaml.parse(source, found);
                assertThat(node.isPresent()).isNotEqualTo(found.hasErrors());
                String ignored = new DiagnosticRenderer().renderAll(found.all());
                assertThat(ignored).isNotNull();
            } catch (RuntimeException broken) {
                throw new AssertionError("replay with -Dsectile.seed=" + seed + ", text <" + text + ">", broken);
            }
        }
    }

    private static YamlScalar scalar(YamlNode list, int index) {
        return (YamlScalar) list.child(Integer.toString(index)).orElseThrow();
    }

    private static YamlNumber number(YamlNode list, int index) {
        return scalar(list, index).asNumber().orElseThrow();
    }
}
