package sectile.cli.run;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.List;
import sectile.base.array.DType;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.sim.workload.Gemm;

/// `sectile run gemm`
public final class GemmCommand implements Command {
    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @Parameter(names = "--m", placeholder = "N", converter = Values.Count.class, description = "rows; 512 if not given")
    private int m = 512;

    @Parameter(
            names = "--n",
            placeholder = "N",
            converter = Values.Count.class,
            description = "columns; 512 if not given")
    private int n = 512;

    @Parameter(
            names = "--k",
            placeholder = "N",
            converter = Values.Count.class,
            description = "depth; 512 if not given")
    private int k = 512;

    @Parameter(
            names = "--dtype",
            placeholder = "TYPE",
            converter = DTypeValue.class,
            description = "f16, bf16, f32, f64, i8 …; f16 if not given")
    private DType dtype = DType.F16;

    @Parameter(
            names = "--tile",
            placeholder = "N",
            converter = Values.Count.class,
            description = "extent of the tiles; the topology's pe.composite.tile if not given")
    private int tile;

    @Override
    public String name() {
        return "run gemm";
    }

    @Override
    public String summary() {
        return "multiplies matrices on one PE, step by step and streamed";
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run gemm", "512×512×512 in f16, by load/dot/store and by composite"),
                new Example("run gemm --m 1 --n 4096 --k 4096 --no-data", "a vector times a matrix, timing only"),
                new Example(
                        "run gemm --set pe.components.pe_gemm.attrs.model=systolic", "on a systolic matrix engine"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        return options.run(call, topology -> new Gemm(m, n, k, dtype, tile == 0 ? topology.compositeTile() : tile));
    }
}
