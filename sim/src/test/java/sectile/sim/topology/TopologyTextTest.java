package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopologyTextTest {
    @Test
    void linksThatDifferOrFailAreListed() {
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.links.different=[{ between: [4, 5], bandwidth_gbs: 10 }]",
                        "system.links.failed=[[0, 1], { between: [2, 3], at_ns: 700 }]"));
        assertThat(TopologyText.show(machine))
                .contains("├─ link between 4 and 5: 10 GB/s · 500 ns\n")
                .contains("├─ link between 0 and 1: failed\n")
                .contains("├─ link between 2 and 3: fails at 700 ns\n");
    }

    @Test
    void theSmallMachineAsText() {
        // 2 SIPs × 4 cubes × 2 PEs; 16³ MACs × 2 × 1.6 GHz × 16 PEs = 209.7 TFLOP/s; 8 × 48 GiB.
        assertThat(TopologyText.show(Topologies.preset("small"))).isEqualTo("""
                small
                ├─ system  2 SIPs, ring_1d, joined by a switch
                │  ├─ chunks of 16 KiB, 2 virtual channels
                │  ├─ host         200 ns                                       builtin.host
                │  ├─ pcie_ep      50 ns                                        builtin.pcie_ep
                │  ├─ switch       5 ns                                         builtin.switch
                │  ├─ host_pcie    64 GB/s · 100 ns                             × 1
                │  ├─ pcie_switch  64 GB/s · 25 ns                              × 1
                │  ├─ switch_sip   128 GB/s · 25 ns                             × 2
                │  └─ sip_sip      128 GB/s · 25 ns                             unused
                ├─ sip     4 cubes, mesh 2 × 2
                │  ├─ io gateway at cube 0
                │  ├─ io           10 ns                                        builtin.io
                │  ├─ io_cpu       100 ns                                       builtin.io_cpu
                │  ├─ iocpu_io     64 GB/s · 2 ns                               × 2
                │  ├─ io_noc       256 GB/s · 2 ns                              × 2
                │  └─ ucie         512 GB/s · 4 ns                              × 8
                ├─ cube    2 PEs: 1 in each of NW, SE
                │  ├─ HBM 48 GiB, 24 GiB per PE
                │  ├─ SRAM 32 MiB
                │  ├─ noc          5 ns                                         builtin.noc
                │  ├─ m_cpu        50 ns                                        builtin.m_cpu
                │  ├─ hbm          50 ns                                        builtin.hbm
                │  ├─ sram         5 ns                                         builtin.sram
                │  ├─ mcpu_noc     64 GB/s · 1 ns                               × 8
                │  ├─ pe_noc       256 GB/s · 0.6 ns                            × 16
                │  ├─ hbm_noc      1024 GB/s · 2 ns · half duplex               × 8
                │  └─ sram_noc     512 GB/s · 1 ns                              × 8
                └─ pe      TCM 16 MiB, 12 MiB for kernels
                   ├─ composite tile 128
                   ├─ pe_cpu       20 ns                                        builtin.pe_cpu
                   ├─ scheduler    4 ns                                         builtin.scheduler
                   ├─ pe_dma       10 ns · 256 GB/s                             builtin.pe_dma
                   ├─ pe_gemm      10 ns · 13.1 TFLOP/s f16, 6.55 TFLOP/s f32   builtin.pe_gemm
                   ├─ pe_math      5 ns                                         builtin.pe_math
                   ├─ pe_mmu       2 ns + 2 ns per entry                        builtin.pe_mmu
                   ├─ pe_ipcq      5 ns + 5 ns per entry                        builtin.pe_ipcq
                   └─ tcm          3 ns · 512 GB/s                              builtin.tcm

                totals
                  processing elements    16
                  HBM                    384 GiB, 8.19 TB/s
                  SRAM                   256 MiB
                  TCM                    256 MiB
                  peak f16               210 TFLOP/s
                  peak f32               105 TFLOP/s
                  peak i8                419 TFLOP/s
                  bisection of a SIP     1.02 TB/s each way, 2 × ucie
                  bisection of the SIPs  128 GB/s each way, 1 × switch_sip
                  address                51 bits: 4 rack, 4 SIP, 5 cube, 38 offset
                """);
    }

    /// Links that cross the middle of an arrangement, counted by hand.
    @ParameterizedTest
    @CsvSource({
        "ring_1d,          1, direct,  0",
        "ring_1d,          2, direct,  2", // two ports each, to the same neighbour
        "ring_1d,          8, direct,  2",
        "ring_1d,          8, switch,  4",
        "ring_1d,          7, switch,  3",
        "torus_2d,        16, direct,  8", // four rows, each cut twice
        "mesh_2d_no_wrap, 16, direct,  4",
        "mesh_2d_no_wrap,  9, direct,  3",
    })
    void bisection(String topology, int count, String join, int links) {
        Topology machine = Topologies.preset(
                "flat", List.of("system.sips={count: " + count + ", topology: " + topology + ", join: " + join + "}"));
        assertThat(new Totals(machine).sipCut()).isEqualTo(links);
    }

    @Test
    void machinesWithoutLimitsSaySo() {
        String text = TopologyText.show(Topologies.preset("flat"));
        assertThat(text).contains("peak f16               no limit").contains("bisection of a SIP     none");
        assertThat(text).contains("bisection of the SIPs  200 GB/s each way, 2 × sip_sip");
        assertThat(TopologyText.show(Topologies.preset("large")))
                .contains("torus_2d 16 × 16, joined directly, 16 racks")
                .contains("processing elements    102,400");
    }
}
