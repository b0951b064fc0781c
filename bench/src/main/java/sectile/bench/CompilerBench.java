package sectile.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import sectile.base.diag.SourceFile;
import sectile.compiler.Compiler;
import sectile.compiler.pass.PassListener;
import sectile.compiler.pass.PassProfile;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.text.FrontEnd;
import sectile.ir.text.Printer;

/// The compiler: CPU time per statement of every pass for programs of three sizes, and a layer of a large model.
///
/// A pass that is near-linear has about equal figures in a row. `together` also contains the verification between
/// passes, but not `front end`, which reads the text, `print`, and `read back`, which reads what was printed of the
/// compiled program.
public final class CompilerBench {
    private static final PrintStream OUT = System.out;
    private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000);
    private static final int ROUNDS = 15;

    private CompilerBench() {}

    public static void main(String[] args) {
        List<String> shapes = Arrays.stream(LongPrograms.values())
                .map(p -> p.name().toLowerCase(Locale.ROOT))
                .toList();
        List<String> all = Stream.concat(Stream.of("layer"), shapes.stream()).toList();
        for (String name : args.length == 0 ? all : List.of(args)) {
            if (name.equals("layer")) {
                layer();
            } else if (shapes.contains(name)) {
                passes(LongPrograms.valueOf(name.toUpperCase(Locale.ROOT)));
            } else {
                throw new IllegalArgumentException("no benchmark " + name + "; there are: " + String.join(", ", all));
            }
        }
    }

    /// How long a program took.
    ///
    /// @param nanos of every pass; a pass that runs twice is two
    record Times(Program source, Program compiled, Map<String, Long> nanos) {}

    static Times times(LongPrograms shape, int size, Target target) {
        var profile = new PassProfile(Cpu::nanos);
        Map<String, Long> times = new LinkedHashMap<>();
        long began = Cpu.nanos();
        Program source = shape.program(size);
        times.put("front end", Cpu.nanos() - began);
        began = Cpu.nanos();
        Program compiled = Compiler.compile(source, target, profile).program();
        long all = Cpu.nanos() - began;
        profile.rows()
                .forEach(row -> times.put(
                        times.containsKey(row.pass()) ? row.pass() + " again" : row.pass(), row.nanoseconds()));
        times.put("together", all);
        began = Cpu.nanos();
        String text = Printer.print(compiled);
        times.put("print", Cpu.nanos() - began);
        began = Cpu.nanos();
        FrontEnd.parse(new SourceFile("compiled.py", text));
        times.put("read back", Cpu.nanos() - began);
        return new Times(source, compiled, times);
    }

    private static void passes(LongPrograms shape) {
        Target target = Targets.builtIn("npu-gm");
        for (int i = 0; i < ROUNDS; i++) {
            times(shape, SIZES.getFirst(), target);
        }
        Map<String, List<Double>> rows = new LinkedHashMap<>();
        OUT.printf("%s: microseconds per statement, of %n%-24s", shape.name().toLowerCase(Locale.ROOT), "statements");
        for (int size : SIZES) {
            Times times = times(shape, size, target);
            long statements = statements(times.source);
            OUT.printf(" %,9d", statements);
            times.nanos.forEach((pass, nanos) ->
                    rows.computeIfAbsent(pass, n -> new ArrayList<>()).add(nanos / 1e3 / statements));
        }
        OUT.println();
        rows.forEach((name, figures) -> {
            OUT.printf("%-24s", name);
            figures.forEach(f -> OUT.printf(" %9.2f", f));
            OUT.println();
        });
    }

    private static long statements(Program program) {
        long[] count = {0};
        program.functions().forEach(f -> Walk.each(f.body(), s -> count[0]++));
        return count[0];
    }

    /// Reads and compiles a layer as wide as those of a model of eight billion parameters.
    private static void layer() {
        var source = new SourceFile("layer.py", LongPrograms.LAYER);
        for (Target target : Targets.all()) {
            double[] millis = IntStream.range(0, ROUNDS)
                    .mapToDouble(i -> {
                        long began = Cpu.nanos();
                        Program program = FrontEnd.parse(source);
                        Compiler.compile(program, target, PassListener.NONE);
                        return (Cpu.nanos() - began) / 1e6;
                    })
                    .toArray();
            double first = millis[0];
            Arrays.sort(millis);
            Program compiled = Compiler.compile(FrontEnd.parse(source), target, PassListener.NONE)
                    .program();
            OUT.printf(
                    "a transformer layer for %s, %,d functions of %,d statements: %.0f ms, the first time %.0f%n",
                    target.name(), compiled.functions().size(), statements(compiled), millis[ROUNDS / 2], first);
        }
    }
}
