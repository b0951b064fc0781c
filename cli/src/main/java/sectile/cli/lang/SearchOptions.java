package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.util.function.BooleanSupplier;
import sectile.base.diag.Diagnostics;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.problem.CliCode;

/// How `verify` looks for mistakes: in which orders, for how long, on how many cores.
public final class SearchOptions {
    private static final double NANOS = 1e9;
    /// What progress is counted in.
    private static final long PARTS = 1000;
    /// The longest run that is explored.
    private static final int MAX_STEPS = 100_000;
    /// Drawn orders that follow an exploration that did not end.
    private static final long SAMPLES = 1000;

    /// How much longer all variants may take than one search.
    private static final int VARIANTS = 10;

    @Parameter(
            names = "--seed",
            placeholder = "S",
            converter = Values.Whole.class,
            description = "seed of random inputs and drawn orders; 0 if not given")
    private long seed;

    @Parameter(names = "--explore", description = "run every order, up to equivalence, and nothing else")
    private boolean explore;

    @Parameter(
            names = "--schedules",
            placeholder = "N",
            converter = Values.Count.class,
            description = "run this many drawn orders, and nothing else")
    private int schedules;

    @Parameter(
            names = "--max-time",
            placeholder = "SECONDS",
            converter = Values.Count.class,
            description = "stop looking after this time, for each number of ranks; 60 if not given")
    private int maxTime = 60;

    @Parameter(
            names = "--max-states",
            placeholder = "N",
            converter = Values.Count.class,
            description = "stop exploring after this many runs")
    private int maxStates = Integer.MAX_VALUE;

    @Parameter(
            names = {"-j", "--workers"},
            placeholder = "N",
            converter = Values.Count.class,
            description = "explore with this many runs at a time; one for each core if not given")
    private int workers;

    public long seed() {
        return seed;
    }

    public void check(Invocation call, Diagnostics problems) {
        if (explore && schedules > 0) {
            problems.error(
                    CliCode.EXPLORE_AND_SCHEDULES,
                    call.spanOf("--schedules"),
                    "`--explore` and `--schedules` exclude each other",
                    "leave both out to explore first and then draw orders");
        }
    }

    /// Looks for mistakes as the options say.
    public Verification search(Invocation call, Verifier verifier) {
        long start = System.nanoTime();
        if (schedules > 0) {
            return verifier.sample(schedules, seed, () -> isOver(call, start, maxTime));
        }
        Verification explored = verifier.explore(
                maxStates,
                MAX_STEPS,
                workers == 0 ? Runtime.getRuntime().availableProcessors() : workers,
                () -> isOver(call, start, explore ? maxTime : maxTime / 2.0),
                (executions, left) -> {
                    call.limits().progress().count(executions, "runs");
                    call.limits().progress().part(Math.round(PARTS * (1 - left)), PARTS);
                });
        if (explore || explored.verdict() != Verdict.NOT_FOUND) {
            return explored;
        }
        Verification drawn = verifier.sample(SAMPLES, seed, () -> isOver(call, start, maxTime));
        return new Verification(
                explored.ranks(),
                drawn.verdict(),
                drawn.findings(),
                explored.executions(),
                explored.redundant(),
                drawn.schedules(),
                explored.steps() + drawn.steps(),
                explored.tooLong(),
                explored.left());
    }

    /// Whether a search that is repeated for many variants should end: after ten times the time of one.
    public BooleanSupplier overAll(Invocation call) {
        long start = System.nanoTime();
        return () -> isOver(call, start, VARIANTS * (double) maxTime);
    }

    private static boolean isOver(Invocation call, long start, double seconds) {
        return call.limits().isStopped() || (System.nanoTime() - start) / NANOS > seconds;
    }
}
