package sectile.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import sectile.sim.Place;
import sectile.sim.memory.AddressMap;
import sectile.sim.memory.MachineSize;
import sectile.sim.memory.Memory;
import sectile.sim.memory.Mmu;

/// Simulated memory alone: copying against a plain array copy, decoding and translating addresses.
public final class MemoryBench {
    private static final PrintStream OUT = System.out;
    private static final int ROUNDS = 5;
    private static final int SPAN = 64 << 20;

    private MemoryBench() {}

    public static void main(String[] args) {
        copies();
        addresses();
    }

    private static void copies() {
        OUT.println("copying 64 MiB in pieces, GB/s");
        OUT.printf("%10s %12s %12s %12s%n", "piece", "arraycopy", "write", "read");
        byte[] flat = new byte[SPAN];
        Memory memory = new Memory();
        for (int piece : new int[] {64, 1 << 10, 16 << 10, 1 << 20}) {
            byte[] buffer = new byte[piece];
            double plain = Cpu.nanosPerOperation(ROUNDS, () -> {
                for (int at = 0; at < SPAN; at += piece) {
                    System.arraycopy(buffer, 0, flat, at, piece);
                }
                return SPAN;
            });
            double write = Cpu.nanosPerOperation(ROUNDS, () -> {
                for (int at = 0; at < SPAN; at += piece) {
                    memory.write((1L << 40) | at, buffer, 0, piece);
                }
                return SPAN;
            });
            double read = Cpu.nanosPerOperation(ROUNDS, () -> {
                for (int at = 0; at < SPAN; at += piece) {
                    memory.read((1L << 40) | at, buffer, 0, piece);
                }
                return SPAN;
            });
            OUT.printf("%,10d %12.1f %12.1f %12.1f%n", piece, 1 / plain, 1 / write, 1 / read);
        }
        farApart();
    }

    /// One slot on each of very many PEs: no two accesses in a row meet the same region.
    private static void farApart() {
        Memory memory = new Memory();
        byte[] slot = new byte[256];
        int places = 100_000;
        double nanos = Cpu.nanosPerOperation(ROUNDS, () -> {
            for (long i = 0; i < places; i++) {
                memory.write(i << 25, slot, 0, slot.length);
            }
            return places;
        });
        OUT.printf(
                "256 bytes on each of %,d PEs: %.0f ns a write, %,d MB resident%n",
                places, nanos, memory.residentBytes() >> 20);
    }

    private static void addresses() {
        AddressMap map = new AddressMap(new MachineSize(2, 16, 8, 48L << 30, 32L << 20, 16L << 20), 4, 4, 5, 38);
        long[] sum = {0};
        int count = 1_000_000;
        double decode = Cpu.nanosPerOperation(ROUNDS, () -> {
            for (int i = 0; i < count; i++) {
                sum[0] += map.decode(map.peHbm(new Place(i & 1, i & 15, i & 7), i))
                        .offset();
            }
            return count;
        });
        OUT.printf("encode and decode an address: %.1f ns%n", decode);
        for (int entries : new int[] {1, 128, 4096}) {
            List<Mmu.Entry> table = new ArrayList<>();
            for (int i = 0; i < entries; i++) {
                table.add(new Mmu.Entry((1L << 51) + i * 4096L, 4096, i * 8192L));
            }
            Mmu mmu = Mmu.empty().with(table);
            double translate = Cpu.nanosPerOperation(ROUNDS, () -> {
                for (int i = 0; i < count; i++) {
                    long page = ((i * 0x9E3779B9L) >>> 8) % entries;
                    sum[0] += mmu.translate((1L << 51) + page * 4096 + 64, 128)
                            .getFirst()
                            .physical();
                }
                return count;
            });
            OUT.printf("translate with %,d entries: %.1f ns%n", entries, translate);
        }
        if (sum[0] == 42) {
            OUT.println("the sum keeps the work from being optimised away");
        }
    }
}
