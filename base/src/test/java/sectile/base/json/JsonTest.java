package sectile.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlScalar;

class JsonTest {
    private static String compact(Consumer<JsonWriter> content) {
        var out = new StringBuilder();
        try (var json = JsonWriter.compact(out)) {
            content.accept(json);
        }
        return out.toString();
    }

    private static YamlNode parse(String text) {
        var problems = new Diagnostics();
        var node = Json.parse(new SourceFile("t.json", text), problems);
        assertThat(problems.all()).isEmpty();
        return node.orElseThrow();
    }

    @Test
    void prettyDocument() {
        var out = new StringBuilder();
        try (var json = JsonWriter.pretty(out)) {
            json.beginObject()
                    .member("ok", true)
                    .member("latency_ps", Long.MAX_VALUE)
                    .member("rate", 0.1);
            json.name("rows").beginArray().value("a").nullValue();
            json.beginArray().endArray().beginObject().endObject().endArray();
            json.member("name", "x").endObject();
        }
        assertThat(out).hasToString("""
                {
                  "ok": true,
                  "latency_ps": 9223372036854775807,
                  "rate": 0.1,
                  "rows": [
                    "a",
                    null,
                    [],
                    {}
                  ],
                  "name": "x"
                }
                """);
    }

    @Test
    void compactDocument() {
        assertThat(compact(json -> json.beginObject()
                        .name("a")
                        .beginArray()
                        .value(1)
                        .value(new BigDecimal("1.50"))
                        .value(BigInteger.TWO.pow(70))
                        .value(0.1f)
                        .endArray()
                        .member("b", false)
                        .endObject()))
                .isEqualTo("{\"a\":[1,1.50,1180591620717411303424,0.1],\"b\":false}");
    }

    @Test
    void escapes() {
        assertThat(compact(json -> json.value("a\"\\\n\r\t\u0001\u007f\u2028é\uD83D\uDE00\uD83D </s> <b <!")))
                .isEqualTo("\"a\\\"\\\\\\n\\r\\t\\u0001\\u007f\\u2028é\uD83D\uDE00\\ud83d \\u003c/s> <b \\u003c!\"");
        assertThat(compact(json -> json.value("\uDE00"))).isEqualTo("\"\\ude00\"");
        assertThat(compact(json -> json.beginObject().member("a\n", "").endObject()))
                .isEqualTo("{\"a\\n\":\"\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, -0",
        "1, 1",
        "-2.5, -2.5",
        "1e7, 10000000",
        "123456789.125, 123456789.125",
        "1e20, 100000000000000000000",
        "1e21, 1e21",
        "1.5e300, 1.5e300",
        "0.001, 0.001",
        "1e-6, 0.000001",
        "1e-7, 1e-7",
        "4.9e-324, 4.9e-324",
        "1.7976931348623157e308, 1.7976931348623157e308",
        "0.1, 0.1",
        "9007199254740993, 9007199254740992"
    })
    void doublesHaveTheFewestDigits(double value, String expected) {
        assertThat(compact(json -> json.value(value))).isEqualTo(expected);
    }

    @Test
    void everyDoubleReadsBack() {
        long seed = Long.getLong("sectile.seed", 13);
        var random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            double value = i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian() * 1e6;
            if (Double.isFinite(value)) {
                String text = JsonText.number(value);
                if (Double.parseDouble(text) != value) {
                    throw new AssertionError(value + " became " + text + ", replay with -Dsectile.seed=" + seed);
                }
            }
        }
    }

    @Test
    void whatIsNoJsonIsRefused() {
        assertThatThrownBy(() -> compact(json -> json.value(Double.NaN))).hasMessage("JSON has no NaN");
        assertThatThrownBy(() -> compact(json -> json.value(Float.NEGATIVE_INFINITY)))
                .hasMessageContaining("-Infinity");
        assertThatThrownBy(() -> compact(json -> json.beginObject().value(1))).hasMessageContaining("needs a name");
        assertThatThrownBy(() -> compact(json -> json.beginArray().name("a"))).hasMessageContaining("`a`");
        assertThatThrownBy(() -> compact(json -> json.beginObject().name("a").name("b")))
                .hasMessageContaining("`b`");
        assertThatThrownBy(() -> compact(json -> json.beginObject().name("a").endObject()))
                .hasMessageContaining("`}`");
        assertThatThrownBy(() -> compact(json -> json.beginArray().endObject())).hasMessageContaining("`}`");
        assertThatThrownBy(() -> compact(json -> json.value(1).value(2))).hasMessageContaining("one value");
        assertThatThrownBy(() -> compact(JsonWriter::beginArray)).hasMessageContaining("unfinished");
        assertThatThrownBy(() -> compact(json -> {})).hasMessageContaining("unfinished");
    }

    @Test
    void failuresOfTheTargetAreNotLost() {
        Appendable broken = new Appendable() {
            @Override
            public Appendable append(CharSequence text) throws IOException {
                throw new IOException("full");
            }

            @Override
            public Appendable append(CharSequence text, int start, int end) throws IOException {
                throw new IOException("full");
            }

            @Override
            public Appendable append(char character) throws IOException {
                throw new IOException("full");
            }
        };
        assertThatThrownBy(() -> JsonWriter.compact(broken).value(1)).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void readsWithPositions() {
        YamlNode root = parse("{\"a\": [1, -2.5e3, \"x\\u0041\", true, null],\n \"b\": {\"c\": \"\"}}");
        assertThat(root.at("a[0]").orElseThrow().span().text()).isEqualTo("1");
        assertThat(root.at("a[1]").orElseThrow().span().text()).isEqualTo("-2.5e3");
        assertThat(root.at("a[2]").orElseThrow())
                .isInstanceOfSatisfying(
                        YamlScalar.class, text -> assertThat(text.text()).isEqualTo("xA"));
        assertThat(root.at("a[2]").orElseThrow().span().text()).isEqualTo("\"x\\u0041\"");
        assertThat(root.at("a[3]").orElseThrow().span().text()).isEqualTo("true");
        assertThat(root.at("a").orElseThrow().span().text()).startsWith("[1,").endsWith("null]");
        assertThat(root.at("b.c").orElseThrow().span()).hasToString("t.json:2:13");
        assertThat(root).hasToString("{a: [1, -2.5e3, \"xA\", true, null], b: {c: \"\"}}");
    }

    @Test
    void whatIsWrittenReadsBack() {
        String text = compact(json -> json.beginObject()
                .member("a\"\n\u2028\uD83D\uDE00", "</script>")
                .member("n", 1e-300)
                .endObject());
        assertThat(parse(text).at("n").orElseThrow()).hasToString("1e-300");
        assertThat(parse(text).child("a\"\n\u2028\uD83D\uDE00").orElseThrow()).hasToString("\"</script>\"");
    }

    @Test
    void malformedTextsAreDiagnostics() {
        for (String text : List.of(
                "",
                " ",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "{a: 1}",
                "'x'",
                "01",
                "NaN",
                "[1] 2",
                "\"\n\"",
                "// c\n1",
                "tru",
                "[".repeat(100_000),
                "{\"a\"",
                "\"\\x\"",
                "1.",
                "+1")) {
            var problems = new Diagnostics();
            assertThat(Json.parse(new SourceFile("t.json", text), problems))
                    .as(text)
                    .isEmpty();
            assertThat(problems.all()).extracting(Diagnostic::code).containsExactly("BASE-150");
            assertThat(new DiagnosticRenderer().renderAll(problems.all())).contains("--> t.json:");
        }
    }

    @Test
    void theParserStopsWhereTheMistakeIs() {
        var problems = new Diagnostics();
        assertThat(Json.parse(new SourceFile("t.json", "{\"a\": [1,]}"), problems))
                .isEmpty();
        assertThat(new DiagnosticRenderer().renderAll(problems.all())).contains("""
                 --> t.json:1:10
                  |
                1 | {"a": [1,]}
                  |          ^
                """);
    }

    @Test
    void duplicateKeysAreDiagnostics() {
        var problems = new Diagnostics();
        assertThat(Json.parse(new SourceFile("t.json", "{\"a\": 1,\n \"a\": 2}"), problems))
                .isEmpty();
        assertThat(new DiagnosticRenderer().renderAll(problems.all())).isEqualTo("""
                error[BASE-151]: the key `a` appears twice in this object
                 --> t.json:2:2
                  |
                2 |  "a": 2}
                  |  ^^^
                note: the first one is here
                 --> t.json:1:2
                  |
                1 | {"a": 1,
                  |  ^^^
                """);
    }
}
