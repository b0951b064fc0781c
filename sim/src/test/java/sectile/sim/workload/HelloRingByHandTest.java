package sectile.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// The calculation of docs/simulator.md, "hello-ring by hand", step by step, against the simulation.
final class HelloRingByHandTest {
    private static final double WAY_HOST_TO_IO_CPU = 100 + 50 + 25 + 5 + 25 + 10 + 2;
    private static final double WAY_IO_CPU_TO_M_CPU = 2 + 10 + 2 + 5 + 1;
    private static final double WAY_M_CPU_TO_PE = 1 + 5 + 0.6;
    private static final double HOP = 4 + 5;
    /// 64 bytes at 64 GB/s.
    private static final double CONTROL = 1;

    private static double start(int sip, int cube, int hops, int pe) {
        double atIoCpu = 200 + WAY_HOST_TO_IO_CPU + CONTROL + sip;
        double atMCpu = atIoCpu + 100 + cube + WAY_IO_CPU_TO_M_CPU + hops * HOP + CONTROL;
        return atMCpu + 50 + pe + WAY_M_CPU_TO_PE + CONTROL + 20;
    }

    @Test
    void theLatencyIsWhatTheGuideSays() {
        double toSend = 4 + 5 + 0.625 + 5 + 10;
        double firstEnd = start(0, 0, 0, 0) + toSend + (0.6 + 5 + 0.6 + 3) + 1 + 5;
        double wayBetweenSips = 0.6 + 5 + 6 * HOP + 2 + 10 + 25 + 5 + 25 + 10 + 2 + 5 + 0.6 + 3;
        double lastEnd = start(1, 15, 6, 7) + toSend + wayBetweenSips + 2 + 5;
        double execution = lastEnd - start(0, 0, 0, 0);

        // The credit, 16 bytes at 256 GB/s, leaves the PE just before the completion does.
        double firstAtMCpu = firstEnd + 0.0625 + WAY_M_CPU_TO_PE + CONTROL;
        double firstAtIoCpu = firstAtMCpu + 8 * 50 + WAY_IO_CPU_TO_M_CPU + CONTROL;
        double firstAtHost = firstAtIoCpu + 16 * 100 + WAY_HOST_TO_IO_CPU + CONTROL;
        double total = firstAtHost + 2 * 200;

        try (Machine machine = Machine.open(Topologies.preset("default"))) {
            QueueConfig queues = new QueueConfig(Space.TCM, 4, 4096, 16);
            LaunchResult result = new HelloRing(64, queues).run(machine, 1).main();
            assertThat(result.peExecutionPs())
                    .isEqualTo(Math.round(execution * 1000))
                    .isEqualTo(255_825);
            assertThat(result.latencyPs())
                    .isEqualTo((long) Math.ceil(total * 1000))
                    .isEqualTo(3_303_088);
        }
    }
}
