package sectile.cli.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;

/// The op conformance suite on a device.
///
/// Without properties every seventh case runs; `-Dsectile.conformance=all` runs them all.
final class DeviceCases {
    private static final int STEP =
            System.getProperty("sectile.conformance", "").equals("all") ? 1 : 7;
    private static final int BATCH = 60;

    private DeviceCases() {}

    /// Checks that a device computes every function of every type as docs/numbers.md states.
    ///
    /// @param name of the device, for messages
    /// @param library by how many units of f64 functions may differ that a library of the device computes
    static void check(String name, ProgramDevice device, int library) {
        List<Case> cases = Case.all().stream().filter(CaseOps::has).toList();
        List<String> mistakes = new ArrayList<>();
        int ran = 0;
        List<Case> batch = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            if (i % STEP == 0) {
                batch.add(cases.get(i));
                ran++;
            }
            if (batch.size() == BATCH || (i + 1 == cases.size() && !batch.isEmpty())) {
                run(name, device, library, batch, mistakes);
                batch.clear();
            }
        }
        assertThat(mistakes).isEmpty();
        assertThat(ran).isGreaterThan(1000 / STEP);
    }

    private static void run(String name, ProgramDevice device, int library, List<Case> cases, List<String> mistakes) {
        var batch = new CaseProgram();
        List<List<NdArray>> operands = cases.stream().map(Edges::operands).toList();
        for (int i = 0; i < cases.size(); i++) {
            batch.add(cases.get(i), operands.get(i));
        }
        List<NdArray> results;
        try (LoadedProgram loaded = device.load(batch.program())) {
            results = batch.results(loaded.run(batch.run()));
        }
        for (int i = 0; i < cases.size(); i++) {
            Case test = cases.get(i);
            long[] expected = Oracle.expected(test, operands.get(i));
            Mistakes.first(name, test, operands.get(i), expected, units(test) * library, results.get(i))
                    .ifPresent(mistakes::add);
        }
    }

    /// By docs/devices.md: what goes through a library in f64 may differ in the last place, all else is exact.
    private static int units(Case test) {
        return test.dtype() != DType.F64
                ? 0
                : switch (test) {
                    case Case.Unary u ->
                        switch (u.function()) {
                            case EXP, LOG, SIGMOID, SIN, COS -> 1;
                            case NEG, ABS, NOT, RELU, RECIP, SQRT, RSQRT -> 0;
                        };
                    case Case.Binary b ->
                        switch (b.function()) {
                            case POW, EXPDIF -> 1;
                            case ADD,
                                    SUB,
                                    MUL,
                                    DIV,
                                    FLOOR_DIV,
                                    FMOD,
                                    REM,
                                    MAXIMUM,
                                    MINIMUM,
                                    AND,
                                    OR,
                                    XOR,
                                    SHL,
                                    SHR,
                                    PRELU -> 0;
                        };
                    case Case.Ternary t -> 0;
                    case Case.Compare c -> 0;
                    case Case.Cast c -> 0;
                    case Case.Reduce r -> 0;
                };
    }
}
