package sectile.interp.existing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Severity;
import sectile.base.diag.SourceFile;
import sectile.base.io.InputSource;
import sectile.interp.Entries;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.text.SiblingFiles;
import sectile.ir.text.Specialisation;
import sectile.ir.verify.Check;
import sectile.python.syntax.Ast;

/// Every program text under `existing` does what its comments say; see [Case].
class ProgramsTest {
    private static final long SEED = 5;

    static Stream<Case> programs() throws IOException {
        var cases = new ArrayList<Case>();
        Path root = Path.of("src", "test", "resources", "existing");
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted().toList()) {
                String text = file.toString().endsWith(".py") ? Files.readString(file) : "";
                if (text.contains("\n#: ") || text.startsWith("#: ") || text.contains("# error[")) {
                    cases.add(Case.of(file, text));
                }
            }
        }
        return cases.stream();
    }

    @Test
    void thereAreEnough() throws IOException {
        assertThat(programs().filter(c -> c.refusals().isEmpty())).hasSizeGreaterThanOrEqualTo(83);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void doesWhatItSays(Case program) {
        if (program.refusals().isEmpty()) {
            assertThat(program.runs()).allMatch(r -> r.checkOnly || !r.expected.isEmpty() || !r.fails.isEmpty());
            program.runs().forEach(run -> execute(program, run));
        } else {
            refused(program);
        }
    }

    private static void refused(Case program) {
        var diagnostics = new Diagnostics();
        check(program, program.runs().getFirst(), diagnostics);
        List<Diagnostic> errors = diagnostics.all().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .toList();
        assertThat(errors)
                .extracting(
                        d -> d.code() + " " + d.span().line() + ":" + d.span().column())
                .as(errors::toString)
                .containsExactlyElementsOf(program.refusals().stream()
                        .map(e -> e.code() + " " + e.line() + ":" + e.column())
                        .toList());
        for (int i = 0; i < errors.size(); i++) {
            assertThat(errors.get(i).message())
                    .contains(program.refusals().get(i).message());
        }
    }

    private static java.util.Optional<Program> check(Case program, Case.Execution run, Diagnostics diagnostics) {
        Map<String, Type> shapes = new LinkedHashMap<>();
        Map<String, Object> constants = new HashMap<>();
        run.settings.forEach((name, value) -> constants.put(name, constant(value)));
        run.inputs.forEach((name, text) -> {
            InputSource source = InputSource.parse(text).orElseThrow();
            if (source.shape().isPresent()) {
                var extents = new ArrayList<ConstInt>();
                for (long extent : source.shape().get().toArray()) {
                    extents.add(ConstInt.index(extent));
                }
                DType storage = source.dtype().orElse(DType.F32);
                DataType dtype = Stream.of(DataType.values())
                        .filter(d -> d.storage() == storage)
                        .findFirst()
                        .orElseThrow();
                shapes.put(name, new TensorType(List.copyOf(extents), dtype));
            }
        });
        var specialisation = new Specialisation(run.entry, shapes, constants)
                .withProgram(run.program)
                .withSiblings(new SiblingFiles(program.path()));
        return Check.check(
                new SourceFile(program.path().toString(), program.text()),
                run.checkOnly ? specialisation.asPartial() : specialisation,
                diagnostics);
    }

    private static Object constant(String text) {
        return text.matches("-?\\d+") ? (Object) Long.valueOf(text) : Double.valueOf(text);
    }

    private static void execute(Case program, Case.Execution run) {
        var diagnostics = new Diagnostics();
        Program read = check(program, run, diagnostics)
                .orElseThrow(() -> new AssertionError("refused:\n" + diagnostics.all()));
        assertThat(diagnostics.all().stream()
                        .filter(d -> d.severity() == Severity.WARNING)
                        .map(Diagnostic::code)
                        .distinct())
                .as("%s", diagnostics.all())
                .containsExactlyElementsOf(program.warnings());
        if (run.checkOnly) {
            return;
        }
        Function entry = run.entry.isEmpty() ? Entries.choose(read) : Entries.find(read, run.entry);
        Run prepared = Run.of(entry.name()).on(run.ranks);
        Map<String, Object> before = new HashMap<>();
        Map<String, Long> dims = new HashMap<>();
        run.settings.forEach((name, value) -> {
            if (value.matches("-?\\d+")) {
                dims.put(name, Long.valueOf(value));
                before.put(name, Long.valueOf(value));
            }
        });
        for (Map.Entry<String, Long> dim : dims.entrySet()) {
            prepared = prepared.with(dim.getKey(), dim.getValue());
        }
        for (Param param : entry.params()) {
            prepared = argument(prepared, param, run, dims, before);
        }
        Run ready = prepared;
        if (!run.fails.isEmpty()) {
            assertThatThrownBy(() -> new Interpreter(read).run(ready)).hasMessageContaining(run.fails);
            return;
        }
        Outcome outcome = new Interpreter(read).run(ready);
        run.expected.forEach((target, formula) -> compare(program, target, formula, outcome, before, run.tolerance));
    }

    private static Run argument(
            Run prepared, Param param, Case.Execution run, Map<String, Long> dims, Map<String, Object> before) {
        String text = run.inputs.get(param.name());
        if (param.type() instanceof ScalarType) {
            if (text != null) {
                Object value = constant(text);
                before.put(param.name(), value);
                return prepared.with(param.name(), (Number) value);
            }
            return prepared;
        }
        if (!(param.type() instanceof Shaped shaped)) {
            return prepared;
        }
        InputSource source = InputSource.parse(text == null ? "randn" : text).orElseThrow();
        boolean drawn =
                text != null || (param.direction() == Direction.IN && !(shaped instanceof DistributedTensorType));
        long[] extents = new long[shaped.rank()];
        for (int i = 0; i < extents.length; i++) {
            extents[i] = extent(shaped, i, source, dims);
        }
        NdArray array = NdArray.zeros(shaped.dtype().storage(), Shape.of(extents));
        if (drawn) {
            source.fill(array, param.name(), SEED, Long.MAX_VALUE);
            before.put(param.name(), array.copy());
            return prepared.with(param.name(), array);
        }
        before.put(param.name(), array);
        return prepared;
    }

    private static long extent(Shaped shaped, int axis, InputSource source, Map<String, Long> dims) {
        if (source.shape().isPresent()) {
            return source.shape().get().dim(axis);
        }
        var expr = shaped.shape().get(axis);
        return expr instanceof Dim dim && dims.containsKey(dim.name())
                ? dims.get(dim.name())
                : Dims.evaluate(expr, dims).orElseThrow();
    }

    private static void compare(
            Case program,
            String target,
            String formula,
            Outcome outcome,
            Map<String, Object> before,
            double tolerance) {
        Ast.Subscript place = (Ast.Subscript) Reference.parse(target);
        String name = ((Ast.Name) place.value()).id();
        List<Ast.Expr> indices = place.index() instanceof Ast.Tuple tuple ? tuple.elements() : List.of(place.index());
        NdArray found = outcome.output(name);
        Reference reference = Reference.of(formula);
        assertThat(found.shape().rank()).as("rank of " + name).isEqualTo(indices.size());
        int checked = 0;
        for (long at = 0; at < found.elements(); at++) {
            Map<String, Object> names = new HashMap<>(before);
            long rest = at;
            boolean wanted = true;
            for (int axis = indices.size() - 1; axis >= 0; axis--) {
                long position = rest % found.shape().dim(axis);
                rest /= found.shape().dim(axis);
                switch (indices.get(axis)) {
                    case Ast.Name index -> names.put(index.id(), position);
                    case Ast.IntLiteral fixed -> wanted &= fixed.value().longValueExact() == position;
                    default -> throw new IllegalArgumentException("not an index: " + target);
                }
            }
            if (!wanted) {
                continue;
            }
            checked++;
            Object expected = reference.value(names);
            double value = expected instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) expected).doubleValue();
            if (Double.isInfinite(value)) {
                assertThat(found.getDoubleAt(at))
                        .as("%s, %s at %d", program, target, at)
                        .isEqualTo(value);
            } else {
                assertThat(found.getDoubleAt(at))
                        .as("%s, %s at %d", program, target, at)
                        .isCloseTo(value, Offset.offset(tolerance * Math.max(1, Math.abs(value))));
            }
        }
        assertThat(checked).isPositive();
    }
}
