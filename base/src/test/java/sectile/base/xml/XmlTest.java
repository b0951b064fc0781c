package sectile.base.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

class XmlTest {
    private static XmlElement parsed(String text) {
        var problems = new Diagnostics();
        var root = Xml.parse(new SourceFile("a.xml", text), problems);
        assertThat(problems.all()).isEmpty();
        return root.orElseThrow();
    }

    @Test
    void elementsAndAttributesKnowTheirPlaces() {
        XmlElement root = parsed("""
                <?xml version="1.0"?>
                <!-- <not this> -->
                <algo name='a &lt; b &#65;&#x42;'>
                  <gpu id="0"/> text &amp; more <![CDATA[ <x> ]]>
                  <gpu id = "1" ></gpu>
                </algo>
                <!-- end -->
                """);
        assertThat(root.name()).isEqualTo("algo");
        assertThat(root.attribute("name").orElseThrow().value()).isEqualTo("a < b AB");
        assertThat(root.place("name").toString()).isEqualTo("a.xml:3:13");
        assertThat(root.place("other").toString()).isEqualTo("a.xml:3:1");
        assertThat(root.children()).extracting(XmlElement::name).containsExactly("gpu", "gpu");
        assertThat(root.children().get(1).place("id").text()).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|BASE-130|a.xml:1:1",
                "text|BASE-130|a.xml:1:1",
                "<a>|BASE-130|a.xml:1:1",
                "<a><b></a>|BASE-130|a.xml:1:7",
                "<a b=1/>|BASE-130|a.xml:1:6",
                "<a b='1/>|BASE-130|a.xml:1:6",
                "<a b='1'c='2'/>|BASE-130|a.xml:1:9",
                "<a b='<'/>|BASE-130|a.xml:1:7",
                "<a b='&x;'/>|BASE-130|a.xml:1:7",
                "<a b='&#0;'/>|BASE-130|a.xml:1:7",
                "<a b='&'/>|BASE-130|a.xml:1:7",
                "<a/><b/>|BASE-130|a.xml:1:5",
                "<!-- a|BASE-130|a.xml:1:1",
                "<a b='1' b='2'/>|BASE-131|a.xml:1:13",
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:/etc/passwd'>]><a/>|BASE-132|a.xml:1:1"
            })
    void everyMistakeHasACodeAndAPlace(String text, String code, String place) {
        var problems = new Diagnostics();
        assertThat(Xml.parse(new SourceFile("a.xml", text), problems)).isEmpty();
        List<Diagnostic> all = problems.all();
        assertThat(all).hasSize(1);
        assertThat(all.getFirst().code()).isEqualTo(code);
        assertThat(all.getFirst().span().toString()).isEqualTo(place);
    }

    @Test
    void deepNestingIsRefused() {
        var problems = new Diagnostics();
        assertThat(Xml.parse(new SourceFile("a.xml", "<a>".repeat(100_000)), problems))
                .isEmpty();
        assertThat(problems.all().getFirst().code()).isEqualTo("BASE-133");
    }

    @Test
    void whatIsWrittenIsRead() {
        String text = new XmlWriter()
                .begin("algo", "name", "<\"&'\n>", "n", 3)
                .empty("gpu", "id", 0)
                .end()
                .text();
        XmlElement root = parsed(text);
        assertThat(root.attribute("name").orElseThrow().value()).isEqualTo("<\"&'\n>");
        assertThat(root.children()).hasSize(1);
    }

    /// Cut and changed texts end with a diagnostic or an element, never with an exception.
    @Test
    void brokenTextsAreDiagnostics() {
        String text = "<?xml?><a b=\"1\" c='&lt;'><!-- x --><d/><e>t<![CDATA[u]]></e></a>";
        var random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            var changed = new StringBuilder(text.substring(0, random.nextInt(text.length() + 1)));
            for (int k = random.nextInt(3); k > 0 && !changed.isEmpty(); k--) {
                changed.setCharAt(random.nextInt(changed.length()), "<>/&;\"'= a!-[]?".charAt(random.nextInt(15)));
            }
            var problems = new Diagnostics();
            assertThat(Xml.parse(new SourceFile("a.xml", changed.toString()), problems)
                            .isPresent())
                    .isNotEqualTo(problems.hasErrors());
        }
    }
}
