package sectile.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.interp.Entries;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Shaped;
import sectile.ir.symbol.Direction;
import sectile.ir.text.FrontEnd;
import sectile.runtime.device.Evaluation;
import sectile.runtime.device.EvaluationOptions;
import sectile.runtime.host.HostDevice;
import sectile.runtime.host.HostOptions;
import sectile.runtime.predict.Calibration;
import sectile.runtime.predict.HostModel;
import sectile.runtime.predict.Prediction;

/// For the examples of one rank: how long they should take on this CPU by a simulation of it, and how long they do.
public final class PredictBench {
    private static final PrintStream OUT = System.out;

    private PredictBench() {}

    public static void main(String[] args) throws IOException {
        Path examples = Path.of(args.length == 0 ? "examples" : args[0]);
        List<Path> files;
        try (Stream<Path> list = Files.list(examples)) {
            files = list.filter(file -> file.toString().endsWith(".py"))
                    .sorted()
                    .toList();
        }
        Path cache = Path.of(System.getProperty("java.io.tmpdir"), "sectile-predict");
        var ratios = new ArrayList<Double>();
        try (HostDevice device = HostDevice.open(HostOptions.of(System.getenv(), cache, System::nanoTime))) {
            HostModel model = Calibration.measure(device);
            OUT.println(model);
            OUT.println("| example | predicted µs | measured µs | predicted / measured |");
            OUT.println("|---|---|---|---|");
            for (Path file : files) {
                try {
                    row(file, device, model, ratios);
                } catch (DiagnosticException | IllegalArgumentException e) {
                    OUT.println("| " + file.getFileName() + " | not compared: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse("") + " | | |");
                }
            }
        }
        ratios.sort(Double::compare);
        if (!ratios.isEmpty()) {
            OUT.printf(
                    "%d examples: median %.2f, between %.2f and %.2f%n",
                    ratios.size(), ratios.get(ratios.size() / 2), ratios.getFirst(), ratios.getLast());
        }
    }

    private static void row(Path file, HostDevice device, HostModel model, List<Double> ratios) throws IOException {
        Program program = FrontEnd.parse(new SourceFile(file.getFileName().toString(), Files.readString(file)));
        Function entry = Entries.choose(program);
        if (entry.isHost() || !program.commGroups().isEmpty()) {
            return;
        }
        Run run = Run.of(entry.name());
        var random = new SplittableRandom(1);
        for (Param param : entry.params()) {
            if (param.direction() == Direction.IN && param.type() instanceof Shaped shaped) {
                run = run.with(param.name(), values(shaped, random));
            }
        }
        Evaluation measured = device.evaluate(
                program,
                run,
                EvaluationOptions.standard()
                        .withRepeat(15)
                        .withMinRepeat(Duration.ofMillis(1))
                        .withValidation(false));
        double predicted = Prediction.of(program, run, model, measured.bytes()).nanoseconds();
        double real = measured.times().min();
        ratios.add(predicted / real);
        OUT.printf("| %s | %.1f | %.1f | %.2f |%n", file.getFileName(), predicted / 1e3, real / 1e3, predicted / real);
    }

    private static NdArray values(Shaped shaped, SplittableRandom random) {
        var dims = new long[shaped.rank()];
        for (int i = 0; i < dims.length; i++) {
            Expr extent = shaped.shape().get(i);
            if (!(extent instanceof ConstInt constant)) {
                throw new IllegalArgumentException("an extent is dynamic");
            }
            dims[i] = constant.value();
        }
        NdArray array = NdArray.zeros(shaped.dtype().storage(), Shape.of(dims));
        for (long i = 0; i < array.elements(); i++) {
            array.setDoubleAt(i, shaped.dtype().isFloat() ? random.nextDouble() : random.nextInt(2));
        }
        return array;
    }
}
