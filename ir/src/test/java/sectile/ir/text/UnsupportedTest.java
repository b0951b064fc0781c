package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.verify.Check;

/// What a kernel cannot use, and the code that the reference promises for it. `/` represents a new line.
class UnsupportedTest {
    private static final String KERNEL = """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[64, 64], pl.FP32], out: pl.InOut[pl.Tensor[[64, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
                    t = pl.load(x, [0, 0], [16, 64])
            BODY
                    out = pl.store(t, [0, 0], out)
                    return out
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LANG-108 | try:/    pass/except:/    pass
            LANG-221 | raise ValueError(1)
            LANG-108 | if n > 0:/    raise ValueError(n)
            LANG-108 | assert n > 0
            LANG-108 | del t
            LANG-108 | global t
            LANG-108 | nonlocal t
            LANG-108 | async def f(): pass
            LANG-108 | match n:/    case 1:/        pass
            LANG-108 | f = lambda a: a/t = f(t)
            LANG-202 | ts = [t for i in n]
            LANG-108 | a = {1, 2}
            LANG-108 | if (m := n) > 1:/    pass
            LANG-108 | yield t
            LANG-108 | await t
            LANG-108 | pl.exp(*[t])
            LANG-108 | pl.load(x, **{})
            LANG-108 | a, *b = (1, 2, 3)
            LANG-108 | import math
            LANG-108 | def f(): pass
            LANG-108 | class C: pass
            LANG-108 | for i in pl.range(3):/    pass/else:/    pass
            LANG-108 | a = x[0:64:2, :]
            LANG-108 | if n in [1, 2]:/    pass
            LANG-108 | pl.compile(t)
            LANG-415 | for r in x:/    pass
            LANG-415 | for a in [1, 2]:/    pass
            LANG-415 | for i, a in enumerate([1]):/    pass
            LANG-418 | with open("f") as f:/    pass
            LANG-210 | a = x[None, :]
            LANG-210 | a = x[..., 0]
            LANG-211 | a = x[x > 0]
            LANG-211 | a = x[1.5]
            LANG-214 | a = len(x)
            LANG-214 | a = float(n)
            LANG-201 | print(n)
            LANG-201 | a = math.sqrt(n)
            LANG-104 | a = 1j
            LANG-217 | a = n + 123456789012345678901234567890
            LANG-406 | x.name = 3
            LANG-219 | out[0:8, :] = 3.0
            """)
    void isNamed(String code, String body) {
        String indented = body.replace('/', '\n').indent(8).stripTrailing();
        var diagnostics = new Diagnostics();
        Check.check(new SourceFile("a.py", KERNEL.replace("BODY", indented)), Specialisation.NONE, diagnostics);
        assertThat(diagnostics.all()).extracting(Diagnostic::code).containsExactly(code);
    }

    @Test
    void theReferenceListsOnlyCodesThatExist() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "language", "reference.md"));
        String list =
                page.substring(page.indexOf("## Unsupported Python"), page.indexOf("## What the verifier checks"));
        var listed = new TreeSet<String>();
        Pattern.compile("LANG-\\d+").matcher(list).results().forEach(m -> listed.add(m.group()));
        assertThat(listed)
                .containsAll(List.of(
                        "LANG-104",
                        "LANG-105",
                        "LANG-106",
                        "LANG-108",
                        "LANG-201",
                        "LANG-210",
                        "LANG-211",
                        "LANG-214",
                        "LANG-219",
                        "LANG-406",
                        "LANG-415",
                        "LANG-418",
                        "LANG-504",
                        "LANG-510",
                        "LANG-514",
                        "LANG-518"));
    }
}
