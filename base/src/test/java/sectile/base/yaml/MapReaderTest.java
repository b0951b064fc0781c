package sectile.base.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

class MapReaderTest {
    private enum Wiring {
        RING_1D,
        TORUS_2D
    }

    private final Diagnostics problems = new Diagnostics();

    private MapReader reader(String text) {
        return MapReader.of(
                Yaml.parseMap(new SourceFile("t.yaml", text), problems).orElseThrow(), problems);
    }

    @Test
    void readsEveryType() {
        MapReader reader = reader("""
                name: x
                count: 1e3
                rate: 0.1
                wide: inf
                on: true
                wiring: Torus_2D
                corners: [a, b]
                sub: { n: 1 }
                links: [{ n: 1 }, { n: 2 }]
                dtype: bf16
                """);
        assertThat(reader.string("name").required("")).isEqualTo("x");
        assertThat(reader.integer("count").between(1, 1000).required(0)).isEqualTo(1000);
        assertThat(reader.number("rate").required().orElseThrow().finite()).contains(new BigDecimal("0.1"));
        assertThat(reader.number("wide").required().orElseThrow().isInfinite()).isTrue();
        assertThat(reader.bool("on").or(false)).isTrue();
        assertThat(reader.enumValue("wiring", Wiring.class).or(Wiring.RING_1D)).isEqualTo(Wiring.TORUS_2D);
        assertThat(reader.list("corners", YamlType.text()).or(List.of())).containsExactly("a", "b");
        assertThat(reader.mapOrEmpty("sub").integer("n").atLeast(0).or(7)).isEqualTo(1);
        assertThat(reader.maps("links").or(List.of()))
                .extracting(link -> link.integer("n").or(0))
                .containsExactly(1L, 2L);
        assertThat(reader.read("dtype", YamlType.oneOf(List.of(DType.values()), DType::text))
                        .or(DType.F32))
                .isEqualTo(DType.BF16);
        reader.finish();
        assertThat(problems.all()).isEmpty();
    }

    @Test
    void defaultsApplyWhereNothingIsWritten() {
        MapReader reader = reader("a: 1");
        assertThat(reader.mapOrEmpty("sub").integer("n").or(7)).isEqualTo(7);
        assertThat(reader.string("b").optional()).isEmpty();
        assertThat(reader.string("b").isWritten()).isFalse();
        assertThat(reader.integer("a").field().isWritten()).isTrue();
        assertThat(reader.has("a")).isTrue();
        reader.finish();
        assertThat(problems.all()).isEmpty();
    }

    @Test
    void allProblemsAtOnceInReadingOrder() {
        MapReader reader = reader("""
                bandwith_gbs: 4
                count: four
                wiring: tours_2d
                rate: -1
                on: yes
                name: 12
                corners: [a, 2, [b]]
                sub:
                  cuont: 1
                  m: 1.5
                  empty:
                links:
                  - n: 1
                other: [1]
                """);
        reader.number("bandwidth_gbs").required();
        reader.integer("count").required();
        reader.enumValue("wiring", Wiring.class).required();
        assertThat(reader.number("rate")
                        .check(n -> n.signum() > 0, "a rate above 0")
                        .or(YamlNumber.of(5)))
                .hasToString("5");
        reader.bool("on").required();
        reader.string("name").required();
        reader.list("corners", YamlType.text()).required();
        MapReader sub = reader.map("sub").required().orElseThrow();
        sub.integer("count").or(1);
        sub.integer("m").or(1);
        sub.string("empty").optional();
        reader.maps("links").or(List.of()).forEach(link -> link.string("name").required());
        reader.mapOrEmpty("other").integer("n").required();
        reader.mapOrEmpty("absent").integer("n").required();
        reader.finish();
        reader.finish();
        assertThat(new DiagnosticRenderer().renderAll(problems.all())).isEqualTo("""
                error[BASE-111]: the key `bandwidth_gbs` is missing
                 --> t.yaml:1:1
                  |
                1 | bandwith_gbs: 4
                  | ^^^^^^^^^^^^^^^

                error[BASE-111]: the key `absent.n` is missing
                 --> t.yaml:1:1
                  |
                1 | bandwith_gbs: 4
                  | ^^^^^^^^^^^^^^^

                error[BASE-110]: unknown key `bandwith_gbs`
                 --> t.yaml:1:1
                  |
                1 | bandwith_gbs: 4
                  | ^^^^^^^^^^^^
                  = help: did you mean `bandwidth_gbs`?

                error[BASE-112]: expected an integer, found the text `four`
                 --> t.yaml:2:8
                  |
                2 | count: four
                  |        ^^^^

                error[BASE-114]: expected one of: ring_1d, torus_2d; found `tours_2d`
                 --> t.yaml:3:9
                  |
                3 | wiring: tours_2d
                  |         ^^^^^^^^
                  = help: did you mean `torus_2d`?

                error[BASE-113]: `rate` is `-1`, expected a rate above 0
                 --> t.yaml:4:7
                  |
                4 | rate: -1
                  |       ^^

                error[BASE-112]: expected true or false, found the text `yes`
                 --> t.yaml:5:5
                  |
                5 | on: yes
                  |     ^^^
                  = help: write `true` or `false`

                error[BASE-112]: expected text, found the number `12`
                 --> t.yaml:6:7
                  |
                6 | name: 12
                  |       ^^
                  = help: put it in quotes

                error[BASE-112]: expected text, found the number `2`
                 --> t.yaml:7:14
                  |
                7 | corners: [a, 2, [b]]
                  |              ^
                  = help: put it in quotes

                error[BASE-112]: expected text, found a list
                 --> t.yaml:7:17
                  |
                7 | corners: [a, 2, [b]]
                  |                 ^^^

                error[BASE-110]: unknown key `cuont`
                 --> t.yaml:9:3
                  |
                9 |   cuont: 1
                  |   ^^^^^
                  = help: did you mean `count`?

                error[BASE-112]: expected an integer, found the number `1.5`
                  --> t.yaml:10:6
                   |
                10 |   m: 1.5
                   |      ^^^

                error[BASE-112]: expected text, found nothing
                  --> t.yaml:11:9
                   |
                11 |   empty:
                   |         ^

                error[BASE-111]: the key `links[0].name` is missing
                  --> t.yaml:13:5
                   |
                13 |   - n: 1
                   |     ^^^^

                error[BASE-110]: unknown key `n`
                  --> t.yaml:13:5
                   |
                13 |   - n: 1
                   |     ^
                   = help: one of: name

                error[BASE-112]: expected a map, found a list
                  --> t.yaml:14:8
                   |
                14 | other: [1]
                   |        ^^^
                """);
    }

    @Test
    void namesChosenByTheUserAreValidKeys() {
        MapReader reader = reader("dma: { n: 1 }\ngemm: { n: 2, x: 3 }\nbad: 5\n");
        assertThat(reader.namedMaps())
                .hasEntrySatisfying(
                        "dma", dma -> assertThat(dma.integer("n").or(0)).isEqualTo(1))
                .hasEntrySatisfying(
                        "gemm", gemm -> assertThat(gemm.integer("n").or(0)).isEqualTo(2))
                .hasSize(2);
        reader.finish();
        assertThat(problems.all())
                .extracting(Diagnostic::message)
                .containsExactly("unknown key `x`", "expected a map, found the number `5`");
    }

    @Test
    void aKeyThatIsAlreadyThereIsNoGuess() {
        MapReader reader = reader("rate: 1\nrati: 2\n");
        reader.integer("rate").required();
        reader.integer("ratio").optional();
        reader.finish();
        assertThat(problems.all()).extracting(Diagnostic::hint).containsExactly("did you mean `ratio`?");
    }

    @Test
    void integersMustFit() {
        MapReader reader = reader("a: 9223372036854775807\nb: 9223372036854775808\nc: 1e999\nd: 0.5\n");
        assertThat(reader.integer("a").required(0)).isEqualTo(Long.MAX_VALUE);
        for (String key : List.of("b", "c", "d")) {
            assertThat(reader.integer(key).required()).as(key).isEmpty();
        }
        assertThat(problems.all())
                .extracting(Diagnostic::code)
                .containsOnly("BASE-112")
                .hasSize(3);
    }
}
