package sectile.python.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

/// Formatting changes the layout and nothing else, and does it once.
class FormatterTest {
    static Stream<Path> files() throws IOException {
        try (Stream<Path> examples = Files.list(Path.of("..", "examples"));
                Stream<Path> wrong = Files.list(Path.of("..", "ir", "src", "test", "resources", "wrong"))) {
            return Stream.concat(examples, wrong).filter(f -> f.toString().endsWith(".py")).sorted().toList().stream();
        }
    }

    private static String format(String text) {
        var diagnostics = new Diagnostics();
        return Formatter.format(new SourceFile("a.py", text), diagnostics)
                .orElseThrow(() -> new AssertionError(diagnostics.all().toString()));
    }

    /// The tree without positions.
    private static String tree(String text) {
        return SyntaxDump.tree(new SourceFile("a.py", text), new Diagnostics()).replaceAll(" @\\d+:\\d+", "");
    }

    private static void check(String text) {
        String once = format(text);
        assertThat(tree(once)).isEqualTo(tree(text));
        assertThat(format(once)).isEqualTo(once);
        assertThat(once.lines()).noneMatch(l -> l.endsWith(" "));
    }

    @ParameterizedTest
    @MethodSource("files")
    void keepsTheSyntaxOfEveryFile(Path file) throws IOException {
        String text = Files.readString(file);
        var diagnostics = new Diagnostics();
        if (Formatter.format(new SourceFile("a.py", text), diagnostics).isPresent()) {
            check(text);
        } else {
            assertThat(diagnostics.hasErrors()).isTrue();
            assertThat(file.toString()).contains("wrong");
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void leavesExamplesAsTheyAre(Path file) throws IOException {
        if (file.toString().contains("examples")) {
            assertThat(format(Files.readString(file))).isEqualTo(Files.readString(file));
        }
    }

    @Test
    void laysOut() {
        assertThat(format("""


                #!first
                # about
                import pypto.language as pl   # the language
                from   .   import x
                from .y import z



                @ pl.program
                class  P :
                  '''doc
                    as it is'''
                  # about f

                  @pl.function( type = pl.FunctionType.InCore )
                  def f (self,a:pl.Tensor[[M,N],pl.FP32],b:int=3,c = 4)->int :


                      x=a [ : ,k0:k0+KS ]+a[1:2]-a[:-1]* -b ** 2   # sum
                      y = f( a,*b , ** c,d = - 1 , e=not  x)
                      z : int=3 ;w={'a':1,**q}
                      # end of the body
                  # end of the class
                # end of it
                if a :pass
                elif not(b) : t=(1,)
                v = a+\\
                   b
                u = call(a,
                             b, # the second

                             # own line

                     [ 1,
                       2 ]
                    )
                """)).isEqualTo("""
                #!first
                # about
                import pypto.language as pl  # the language
                from . import x
                from .y import z


                @pl.program
                class P:
                    '''doc
                    as it is'''
                    # about f

                    @pl.function(type=pl.FunctionType.InCore)
                    def f(self, a: pl.Tensor[[M, N], pl.FP32], b: int = 3, c=4) -> int:

                        x = a[:, k0 : k0 + KS] + a[1:2] - a[:-1] * -b ** 2  # sum
                        y = f(a, *b, **c, d=-1, e=not x)
                        z: int = 3; w = {'a': 1, **q}
                        # end of the body
                    # end of the class
                # end of it
                if a: pass
                elif not (b): t = (1,)
                v = a + \\
                    b
                u = call(a,
                    b,  # the second

                    # own line

                    [1,
                        2]
                )
                """);
    }

    @Test
    void refusesWhatIsNoPython() {
        for (String text : List.of("x = (1, 2", "x = 1)", "x = (1]", "x = \"a", "if a:\n    b\n  c\n", "x = 1 € 2")) {
            var diagnostics = new Diagnostics();
            assertThat(Formatter.format(new SourceFile("a.py", text), diagnostics))
                    .as(text)
                    .isEmpty();
            assertThat(diagnostics.all())
                    .as(text)
                    .isNotEmpty()
                    .allSatisfy(d -> assertThat(d.code()).startsWith("LANG-10"));
        }
    }

    @Test
    void anEmptyFileStaysEmpty() {
        assertThat(format("")).isEmpty();
        assertThat(format("\n\n  \n")).isEmpty();
        assertThat(format("# only")).isEqualTo("# only\n");
    }
}
