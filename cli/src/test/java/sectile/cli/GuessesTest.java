package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.cli.command.ExitCode;

/// A wrong guess is answered with the command that was probably meant. To add one, copy a line.
class GuessesTest {
    private static final Path EXAMPLES = Checkout.root().resolve("examples");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allreduce                          | write `sectile run allreduce`",
                "EX/softmax.py --seed 3             | write `sectile run EX/softmax.py`",
                "EX/softmax                         | write `sectile run EX/softmax.py`",
                "machine.yaml                       | `sectile run --topology machine.yaml` runs on this machine",
                "run EX/softmax                     | write `sectile run EX/softmax.py`",
                "run exec EX/softmax.py             | write `sectile exec`",
                "run alreduce                       | did you mean `allreduce`?",
                "run --ranks 4 EX/all_reduce.py     | write `sectile run EX/all_reduce.py` first, then the options",
                "exec allreduce                     | write `sectile run allreduce`",
                "exec EX/softmax.py --trace a.json  | `sectile run EX/softmax.py` has it",
                "exec EX/softmax.py --superfluous   | `sectile verify EX/softmax.py` has it",
                "run EX/softmax.py --on host        | `sectile exec EX/softmax.py` has it",
                "run EX/softmax.py --kernel-args x=1 | EX/softmax.py is a tile program: use --input NAME=SOURCE",
                "run EX/kernels/hello_ring.py --placement split | it is for tile programs, and EX/kernels/hello_ring.py does",
                "exec EX/kernels/hello_ring.py --on interpreter | tl kernels run on: functional, machine",
                "exec --seed 3 EX/kernels/hello_ring.py | `sectile exec EX/kernels/hello_ring.py` first, then the options",
                "check EX/kernels/hello_ring.py     | this is a tl kernel: `sectile run EX/kernels/hello_ring.py`",
                "algorithms ringg                   | did you mean `ring`?",
                "ops sofmax                         | did you mean `softmax`?",
                "compare ringg                      | did you mean",
            })
    void isAnswered(String line, String hint) {
        String examples = EXAMPLES.toString();
        Result result =
                InProcess.sectile(line.strip().replace("EX/", examples + "/").split(" +", -1));
        assertThat(result.exitCode()).isEqualTo(ExitCode.USER_ERROR.number());
        assertThat(result.err()).contains(hint.strip().replace("EX/", examples + "/"));
    }
}
