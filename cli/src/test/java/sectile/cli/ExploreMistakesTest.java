package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `sectile explore` says about mistakes, word for word. A case is a line of options, `--` and a workload (or the
/// text of a file), and the line of the message.
class ExploreMistakesTest {
    record Case(String given, String message) {}

    private static Case of(String given, String message) {
        return new Case(given, message);
    }

    static Stream<Case> commandLines() {
        return Stream.of(
                of("", "error[EXPL-107]: no workload is named"),
                of("-- gemm", "error[EXPL-106]: nothing is varied"),
                of("--vary --m=2 -- nosuch", "error[EXPL-115]: there is no workload `nosuch`"),
                of("--vary system.sips.count -- gemm", "error[EXPL-101]: `--vary` cannot be `system.sips.count`"),
                of("--vary =1,2 -- gemm", "error[EXPL-101]: `--vary` cannot be `=1,2`"),
                of("--vary system.sips.count= -- gemm", "error[EXPL-102]: `system.sips.count` has no values"),
                of("--vary pe.x=1,,2 -- gemm", "error[EXPL-102]: a value of `pe.x` is empty"),
                of("--vary --m=2 --on yarn -- gemm", "error[EXPL-142]: points cannot be executed on `yarn`"),
                of("--vary --m=2 --on sparkle -- gemm", "error[EXPL-142]: points cannot be executed on `sparkle`"),
                of("--vary --m=2,2 -- gemm", "error[EXPL-103]: `--m` has the value `2` twice"),
                of("--vary --m=1..3,2 -- gemm", "error[EXPL-103]: `--m` has the value `2` twice"),
                of("--vary --m=2 --vary --m=3 -- gemm", "error[EXPL-104]: `--m` is varied twice"),
                of("--vary --m=8..2 -- gemm", "error[EXPL-105]: `8..2` is not a range of `--m`"),
                of("--vary --m=1..8*1 -- gemm", "error[EXPL-105]: `1..8*1` is not a range of `--m`"),
                of("--vary --m=0..8*2 -- gemm", "error[EXPL-105]: `0..8*2` is not a range of `--m`"),
                of("--vary --m=1..2..3 -- gemm", "error[EXPL-105]: `1..2..3` is not a range of `--m`"),
                of("--vary --m=1..9+0 -- gemm", "error[EXPL-105]: `1..9+0` is not a range of `--m`"),
                of("--vary --m=1..2000000 -- gemm", "error[EXPL-105]: `--m` has more than 1,000,000 values"),
                of("--vary --m=1..9999 --vary --n=1..9999 -- gemm", "error[EXPL-108]: the grid has 99,980,001 points"),
                of("--vary --m=2,4 -- gemm --m 8", "error[EXPL-109]: `--m` is varied and given in the workload, too"),
                of(
                        "--vary pe.composite.tile=2,4 -- gemm --set pe.composite.tile=8",
                        "error[EXPL-109]: `pe.composite.tile` is varied and given in the workload, too"),
                of(
                        "--vary --m=2 -- gemm --json",
                        "error[EXPL-111]: the workload of an exploration cannot have `--json`"),
                of(
                        "--vary --m=2 -- gemm --report=x.html",
                        "error[EXPL-111]: the workload of an exploration cannot have `--report`"),
                of("--vary --m=2 --keep 2 -- gemm", "error[EXPL-112]: `keep` has no effect without rungs"),
                of("--vary --m=2 --keep 1 --rungs --n=2,4 -- gemm", "error[CLI-104]: `--keep` cannot be `1`"),
                of("--vary --m=2 --rungs --n=8 -- gemm", "error[EXPL-113]: one rung cannot leave anything out"),
                of("--vary --m=2 --rungs --m=8,16 -- gemm", "error[EXPL-104]: `--m` is varied twice"),
                of(
                        "--vary --m=2 --rungs --k=8,16 --rungs --n=8,16 -- gemm",
                        "error[EXPL-113]: `--rungs` is given 2 times"),
                of("--vary --m=2 --samples 0 -- gemm", "error[CLI-104]: `--samples` cannot be `0`"),
                of("--vary --m=2 --seed x -- gemm", "error[CLI-104]: `--seed` cannot be `x`"),
                of("--vary --m=2 -j 0 -- gemm", "error[CLI-104]: `--jobs` cannot be `0`"),
                of("--sizes 3 -- allreduce", "error[EXPL-114]: 3 bytes are not a whole number of f16 elements"),
                of("--sizes x -- allreduce", "error[CLI-104]: `--sizes` cannot be `x`"),
                of("--sizes 4K -- gemm --topology small", "error[CLI-102]: `run gemm` has no option `--elements`"),
                of("--vary --tiles=2 -- gemm --topology small", "error[CLI-102]: `run gemm` has no option `--tiles`"),
                of("--vary --tile=x -- gemm --topology small", "error[CLI-104]: `--tile` cannot be `x`"),
                of(
                        "--vary system.sip.count=2,4 -- hello-ring --topology small",
                        "error[TOP-103]: a topology has no `system.sip.count`"),
                of(
                        "--vary pe.components.pe_gemm.attrs.clock=2 -- gemm --topology small",
                        "error[TOP-143]: `builtin.pe_gemm` has no attribute `clock`"),
                of("--topology nosuch -- hello-ring", "error[TOP-102]: there is no file and no preset named `nosuch`"),
                of(
                        "--algorithm nosuch -- allreduce --topology flat",
                        "error[DIST-312]: there is no algorithm `nosuch`"),
                of(
                        "--vary --m=8 --minimize latncy_ps -- gemm --topology small",
                        "error[EXPL-120]: the objective `latncy_ps` uses `latncy_ps`, which is neither a figure of the run"
                                + " nor varied"),
                of(
                        "--vary --m=8 --minimize energy_pj -- gemm --topology small",
                        "error[EXPL-120]: the objective `energy_pj` uses `energy_pj`, which is neither a figure of the run"
                                + " nor varied"),
                of(
                        "--vary --m=8 --where latency_ps<y -- gemm --topology small",
                        "error[EXPL-120]: the constraint `latency_ps<y` uses `y`, which is neither a figure of the run nor"
                                + " varied"),
                of(
                        "--vary --m=8 --minimize x=latency_ps+ -- gemm --topology small",
                        "error[EXPL-121]: the objective `x` cannot be evaluated: expected an expression, found the end of"
                                + " the line"),
                of(
                        "--vary --m=8 --minimize x=latency_ps/0 -- gemm --topology small",
                        "error[EXPL-121]: the objective `x` cannot be evaluated: division by zero"),
                of(
                        "--vary --m=8 --minimize x --maximize x -- gemm --topology small",
                        "error[EXPL-122]: two objectives are called `x`"),
                of(
                        "--vary --m=8 --minimize topology -- gemm --topology small",
                        "error[EXPL-123]: the objective `topology` is 'small', not a finite number"),
                of(
                        "--vary --m=8 --minimize x=1e308*10 -- gemm --topology small",
                        "error[EXPL-123]: the objective `x` is inf, not a finite number"),
                of(
                        "--vary --m=8 --where topology -- gemm --topology small",
                        "error[EXPL-124]: the constraint `topology` is 'small', not true or false"),
                of(
                        "--vary --m=8,9 --where m<9 --where m>8 -- gemm --topology small",
                        "error[EXPL-125]: no point satisfies the constraints"),
                of(
                        "--vary energy.pe_gemm.pj_per_op=-1 -- gemm --topology small",
                        "error[TOP-112]: expected an energy in pJ of 0 or more, found `-1`"),
                of(
                        "--vary energy.noc.static_mw=-1 -- gemm --topology small",
                        "error[TOP-112]: expected a power in mW of 0 or more, found `-1`"),
                of(
                        "--vary energy.noc.area_mm2=inf -- gemm --topology small",
                        "error[TOP-110]: expected an area in mm², found `inf`"),
                of(
                        "--vary energy.hbm.pj_per_op=1 -- gemm --topology small",
                        "error[TOP-103]: a topology has no `energy.hbm.pj_per_op`"),
                of(
                        "--vary energy.pe_gemm.pj_per_op.f17=1 -- gemm --topology small",
                        "error[TOP-147]: `f17` is not an element type"),
                of(
                        "--vary energy.pe_noc.pj_per_byte=1 -- allreduce --topology flat --elements 8",
                        "error[TOP-180]: `energy.pe_noc` needs a finite bandwidth of the link `pe_noc`"),
                of("--vary --m=2 --csv x.txt -- gemm", "error[CLI-104]: `--csv` cannot be `x.txt`"),
                of("--vary --m=2 --report x.csv -- gemm", "error[CLI-104]: `--report` cannot be `x.csv`"),
                of(
                        "--vary --m=2 --csv a.csv --journal a.csv -- gemm",
                        "error[CLI-119]: `--journal` and `--csv` name the same file"),
                of(
                        "--vary --m=2 --csv no/such/a.csv -- gemm",
                        "error[CLI-111]: cannot write `no/such/a.csv`: there is no directory `no/such`"),
                of(
                        "--vary --m=2 --journal pom.xml -- gemm",
                        "error[EXPL-130]: `pom.xml` is not a journal of `sectile explore`"));
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void onTheCommandLine(Case given) {
        List<String> words = new ArrayList<>(List.of("explore"));
        Stream.of(given.given.split(" ")).filter(word -> !word.isEmpty()).forEach(words::add);
        Result result = InProcess.sectile(words.toArray(String[]::new));
        assertThat(result.err().lines().findFirst()).contains(given.message);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
    }

    static Stream<Case> files() {
        return Stream.of(
                of("", "error[BASE-111]: the key `run` is missing"),
                of("run:", "error[EXPL-107]: `run` names no workload"),
                of("run: gemm\nvary: { --m: [] }", "error[EXPL-102]: `--m` has no values"),
                of("run: gemm\nvary: { --m: }", "error[EXPL-102]: `--m` has no values"),
                of("run: gemm\nvary: { --m: { a: 1 } }", "error[EXPL-110]: expected a value or a list, found a map"),
                of("run: gemm\nvary: [a]", "error[BASE-112]: expected a map, found a list"),
                of("run: gemm\nvarry: { --m: 2 }", "error[BASE-110]: unknown key `varry`"),
                of("run: gemm\nvary: { --m: 9..1 }", "error[EXPL-105]: `9..1` is not a range of `--m`"),
                of(
                        "run: gemm\nvary: { --m: 2 }\nsearch: { samples: -1 }",
                        "error[BASE-113]: `samples` is `-1`, expected 1 to 2147483647"),
                of(
                        "run: gemm\nvary: { --m: 2 }\nsearch: { keep: 2 }",
                        "error[EXPL-112]: `keep` has no effect without rungs"),
                of(
                        "run: gemm\nvary: { --m: 2 }\nsearch: { rungs: { --k: [2, 4], --n: [2, 4] } }",
                        "error[EXPL-113]: `rungs` has 2 keys"),
                of("run: [gemm", "error[BASE-101]: not YAML: expected ',' or ']', but got <stream end>"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void inAFile(Case given, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("spec.yaml");
        Files.writeString(file, given.given);
        Result result = InProcess.sectile("explore", file.toString());
        assertThat(result.err().lines().findFirst()).contains(given.message);
        assertThat(result.exitCode()).isEqualTo(2);
    }
}
