package sectile.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.SourceFile;
import sectile.compiler.pass.PassListener;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.compiler.validate.ValidateEach;
import sectile.compiler.validate.VerifyEach;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// Every example, and every right program of the language's tests, compiles for every target; each pass leaves what it
/// computes alone, produces what it says, and its result reads back from its text.
class CorpusTest {
    static List<String> files() {
        var files = new ArrayList<String>();
        for (String directory : List.of("examples", "ir/src/test/resources/right")) {
            try (Stream<Path> found = Files.list(Checkout.root().resolve(directory))) {
                found.map(f -> directory + "/" + f.getFileName())
                        .filter(f -> f.endsWith(".py"))
                        .sorted()
                        .forEach(files::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    @ParameterizedTest
    @MethodSource("files")
    void compilesForEveryTarget(String file) {
        Program program = FrontEnd.parse(new SourceFile(file, Checkout.text(file)));
        for (Target target : Targets.all()) {
            var validation = new ValidateEach(target, 11);
            var listener = PassListener.all(List.of(new VerifyEach(), validation));
            assertThatCode(() -> Compiler.compile(program, target, listener))
                    .as("%s for %s", file, target.name())
                    .doesNotThrowAnyException();
            if (file.startsWith("examples/")) {
                assertThat(validation.notValidated()).as(file).isEmpty();
            }
        }
    }
}
