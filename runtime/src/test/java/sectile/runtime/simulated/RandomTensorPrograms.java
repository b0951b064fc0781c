package sectile.runtime.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Random programs on whole tensors: inline functions, scopes, launches, loops with jumps, branches, loose statements.
final class RandomTensorPrograms {
    private static final int ROWS = 16;
    private static final int COLUMNS = 16;

    private final SplittableRandom random;
    private final List<String> lines = new ArrayList<>();
    private final List<String> tensors = new ArrayList<>(List.of("x", "y"));
    private int names;

    private RandomTensorPrograms(long seed) {
        this.random = new SplittableRandom(seed);
    }

    static String draw(long seed) {
        return new RandomTensorPrograms(seed).program();
    }

    private String program() {
        String type = "pl.Tensor[[" + ROWS + ", " + COLUMNS + "], pl.FP32]";
        lines.add("import pypto.language as pl");
        lines.add("@pl.program");
        lines.add("class P:");
        lines.add("    @pl.function(type=pl.FunctionType.Inline)");
        lines.add("    def helper(self, a: " + type + ", b: " + type + ", k: pl.Scalar[pl.INDEX]) -> " + type + ":");
        lines.add("        if k > " + random.nextInt(3) + ":");
        lines.add("            return " + pick("a * b", "pl.matmul(a, b)", "a - b * 0.5"));
        lines.add("        t = " + pick("a + b", "pl.maximum(a, b)", "pl.exp(a * 0.25)"));
        lines.add("        return t");
        String kind = pick("", "type=pl.FunctionType.Orchestration");
        lines.add("    @pl.function(" + kind + ")");
        lines.add("    def main(self, x: " + type + ", y: " + type + ", out: pl.Out[" + type + "], acc: pl.InOut["
                + type + "], n: pl.Scalar[pl.INDEX]):");
        int statements = 2 + random.nextInt(5);
        for (int i = 0; i < statements; i++) {
            statement("        ");
        }
        lines.add("        out[:] = " + value());
        lines.add("        return out, acc");
        return String.join("\n", lines) + "\n";
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String tensor() {
        return tensors.get(random.nextInt(tensors.size()));
    }

    /// An expression of the full shape.
    private String value() {
        String a = tensor();
        String b = tensor();
        return switch (random.nextInt(12)) {
            case 0 -> a + " + " + b;
            case 1 -> a + " * " + b;
            case 2 -> "pl.matmul(" + a + ", " + b + pick("", ", b_trans=True", ", a_trans=True") + ")";
            case 3 -> "pl.exp(pl.minimum(" + a + ", " + b + ") * 0.125)";
            case 4 -> "pl.row_expand_mul(" + a + ", pl.row_sum(" + b + "))";
            case 5 -> "pl.col_expand_add(" + a + ", pl.col_max(" + b + "))";
            case 6 -> "self.helper(" + a + ", " + b + ", n)";
            case 7 -> "pl.cast(pl.cast(" + a + ", pl.FP16) * 2.0, pl.FP32)";
            case 8 -> "pl.transpose(" + a + ", 0, 1)";
            case 9 -> "pl.concat(" + a + "[:, 0:8], " + b + "[:, 8:16])";
            case 10 -> "(" + a + " > " + b + ") * 0.5";
            default -> "-" + a + " + 1.5";
        };
    }

    private void define(String indent) {
        String name = "t" + names++;
        lines.add(indent + name + " = " + value());
        tensors.add(name);
    }

    private void statement(String indent) {
        switch (random.nextInt(8)) {
            case 0, 1 -> define(indent);
            case 2 -> {
                lines.add(indent + "with pl.at(level=pl.Level.CORE_GROUP):");
                define(indent + "    ");
                define(indent + "    ");
            }
            case 3 -> {
                lines.add(indent + "for i" + names + " in pl.range(" + (1 + random.nextInt(3)) + "):");
                lines.add(indent + "    acc[:] = acc * 0.5 + " + tensor());
            }
            case 4 -> {
                lines.add(indent + "if n > " + random.nextInt(3) + ":");
                lines.add(indent + "    acc[0:8, :] = " + tensor() + "[8:16, :] * 2.0");
                lines.add(indent + "else:");
                lines.add(indent + "    acc[8:16, :] = " + tensor() + "[0:8, :]");
            }
            case 5 -> {
                String index = "b" + names++;
                lines.add(indent + "for " + index + " in pl.spmd(4):");
                lines.add(indent + "    rows" + index + " = " + tensor() + "[" + index + " * 4 : " + index
                        + " * 4 + 4, :]");
                lines.add(indent + "    acc[" + index + " * 4 : " + index + " * 4 + 4, :] = rows" + index + " * "
                        + pick("0.5", "2.0") + " + 1.0");
            }
            case 6 -> {
                String index = "j" + names++;
                lines.add(indent + "for " + index + " in pl." + pick("range", "unroll") + "(5):");
                lines.add(indent + "    if " + index + " == n:");
                lines.add(indent + "        " + pick("continue", "break"));
                lines.add(indent + "    acc[" + index + " : " + index + " + 1, :] = " + tensor() + "[" + index
                        + " + 1 : " + index + " + 2, :] * 0.5");
            }
            default -> {
                String name = "c" + names++;
                lines.add(indent + name + " = " + value());
                lines.add(indent + "for k" + names + " in pl.range(2):");
                lines.add(indent + "    " + name + " = " + name + " * 0.5 + " + tensor());
                tensors.add(name);
            }
        }
    }
}
