package sectile.runtime.mpi;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import sectile.base.limit.Limits;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.Programs;
import sectile.runtime.process.ProcessProgram;

/// Starts a process for every rank with `mpirun`.
///
/// @param launcher where `mpirun` is
record MpiStart(Path launcher) implements ProcessProgram.Starting {
    @Override
    public List<String> command(Path executable, String input, String output, int ranks) {
        return List.of(
                launcher.toString(),
                "-n",
                Integer.toString(ranks),
                // More ranks than processors are usual here, and then none may own a processor.
                "--oversubscribe",
                "--bind-to",
                "none",
                executable.toString(),
                input,
                output);
    }

    /// The input of the first process is open as long as this process lives: it ends all of them when that is over.
    @Override
    public Programs.Ended run(List<String> command, Path directory, HostOptions options, Limits limits) {
        var environment = new HashMap<>(options.environment());
        String here = directory.toAbsolutePath().toString();
        // Files of Open MPI go into the directory of the run, which is removed afterwards.
        environment.put("TMPDIR", here);
        environment.put("OMPI_MCA_orte_tmpdir_base", here);
        environment.put("OMPI_MCA_btl_vader_backing_directory", here);
        environment.put("OMPI_MCA_osc_sm_backing_directory", here);
        // Open MPI 4.1 fails in atomic operations of its component `rdma` between processes of one machine.
        environment.putIfAbsent("OMPI_MCA_osc", "^rdma");
        // Whoever runs Sectile as root wants its processes to run as root, too, as in a container.
        environment.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        environment.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        return Programs.runAttached(options, command, directory, environment, options.runLimit(), limits);
    }
}
