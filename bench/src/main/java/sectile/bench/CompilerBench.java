package sectile.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sectile.compiler.Compiler;
import sectile.compiler.pass.PassProfile;
import sectile.compiler.target.Target;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.Walk;

/// The compiler: microseconds per statement of every pass, for programs of three sizes.
///
/// A pass that is near-linear has equal figures in a row. The first column is slower because the code is colder.
public final class CompilerBench {
    private static final PrintStream OUT = System.out;
    private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000);

    private CompilerBench() {}

    public static void main(String[] args) {
        List<String> wanted =
                args.length == 0 ? List.of("kernels", "kernel", "loops", "tasks", "tensors") : List.of(args);
        List<Integer> sizes = new ArrayList<>();
        for (String name : wanted) {
            if (name.chars().allMatch(Character::isDigit)) {
                sizes.add(Integer.valueOf(name));
            }
        }
        for (String name : wanted) {
            if (!name.chars().allMatch(Character::isDigit)) {
                passes(LongPrograms.valueOf(name.toUpperCase(Locale.ROOT)), sizes.isEmpty() ? SIZES : sizes);
            }
        }
    }

    private static void passes(LongPrograms shape, List<Integer> sizes) {
        Target target = Targets.builtIn("npu-gm");
        for (int i = 0; i < 5; i++) {
            Compiler.compile(shape.program(sizes.getFirst()), target, new PassProfile(Cpu::nanos));
        }
        Map<String, List<Double>> rows = new LinkedHashMap<>();
        List<Double> totals = new ArrayList<>();
        for (int size : sizes) {
            Program program = shape.program(size);
            long statements = statements(program);
            var profile = new PassProfile(Cpu::nanos);
            long began = Cpu.nanos();
            Compiler.compile(program, target, profile);
            totals.add((Cpu.nanos() - began) / 1e3 / statements);
            Map<String, Integer> seen = new LinkedHashMap<>();
            for (PassProfile.Row row : profile.rows()) {
                String name = seen.merge(row.pass(), 1, Integer::sum) == 1 ? row.pass() : row.pass() + " again";
                rows.computeIfAbsent(name, n -> new ArrayList<>()).add(row.nanoseconds() / 1e3 / statements);
            }
            OUT.printf("%s %d: %d statements%n", shape, size, statements);
        }
        rows.put("together", totals);
        rows.forEach((name, figures) -> {
            OUT.printf("%-24s", name);
            figures.forEach(f -> OUT.printf(" %9.2f", f));
            OUT.println(figures.getLast() > 2 * figures.getFirst() && figures.getLast() > 0.5 ? "  <<<" : "");
        });
    }

    private static long statements(Program program) {
        long[] count = {0};
        program.functions().forEach(f -> Walk.each(f.body(), s -> count[0]++));
        return count[0];
    }
}
