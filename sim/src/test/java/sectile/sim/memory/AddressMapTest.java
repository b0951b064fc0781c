package sectile.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;

final class AddressMapTest {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final MachineSize DEFAULT = new MachineSize(2, 16, 8, 48 * GIB, 32 * MIB, 16 * MIB);

    private final AddressMap map = new AddressMap(DEFAULT, 4, 4, 5, 38);

    @Test
    void fieldsStandWhereTheGuideSays() {
        assertThat(map.totalBits()).isEqualTo(51);
        assertThat(map.peHbm(new Place(0, 0, 0), 0)).isEqualTo(1L << 37);
        assertThat(map.peHbm(new Place(1, 3, 0), 5)).isEqualTo(1L << 43 | 3L << 38 | 1L << 37 | 5);
        assertThat(map.peHbm(new Place(0, 0, 1), 0)).isEqualTo((1L << 37) + 6 * GIB);
        assertThat(map.peTcm(new Place(0, 0, 0), 0x1234)).isEqualTo(0x1234);
    }

    @Test
    void sipsBeyondTheFieldGoIntoFurtherRacks() {
        var racks = new AddressMap(new MachineSize(40, 1, 1, GIB, MIB, MIB), 4, 4, 5, 38);
        long address = racks.peTcm(new Place(35, 0, 0), 0);
        assertThat(address >>> 47).as("rack").isEqualTo(2);
        assertThat(address >>> 43 & 15).as("sip").isEqualTo(3);
        assertThat(racks.decode(address).place()).isEqualTo(new Place(35, 0, 0));
    }

    @Test
    void decodingNamesTheComponent() {
        Place place = new Place(0, 0, 3);
        assertThat(map.decode(map.peTcm(place, 0x1234))).hasToString("TCM sip=0 cube=0 pe=3 +0x1234");
        assertThat(map.decode(map.peIpcq(place, 0x40))).hasToString("IPCQ ring sip=0 cube=0 pe=3 +0x40");
        assertThat(map.decode(map.peHbm(place, 1))).hasToString("HBM sip=0 cube=0 pe=3 +0x1");
        assertThat(map.decode(map.peScratchpad(place, 2))).hasToString("scratchpad sip=0 cube=0 pe=3 +0x2");
        assertThat(map.decode(map.peRegisterFile(place, 3))).hasToString("register file sip=0 cube=0 pe=3 +0x3");
        assertThat(map.decode(map.peStatus(place, 4))).hasToString("status sip=0 cube=0 pe=3 +0x4");
        assertThat(map.decode(map.cubeSram(1, 9, 5))).hasToString("SRAM sip=1 cube=9 +0x5");
    }

    /// Every byte of every component has its own address, and decoding finds the byte again: checked on random bytes
    /// and on the edges, for machines of many shapes.
    @ParameterizedTest
    @CsvSource({
        "2, 16, 8, 51539607552, 33554432, 16777216, 4, 4, 5, 38",
        "256, 25, 16, 51539607552, 33554432, 16777216, 4, 4, 5, 38",
        "4096, 1, 1, 1048576, 4096, 65536, 0, 12, 0, 22",
        "3, 5, 6, 6000, 999, 1000, 1, 1, 3, 20",
        "1, 1, 1, 64, 1, 8, 0, 0, 0, 7"
    })
    void addressesAndComponentsCorrespond(
            int sips, int cubes, int pes, long hbm, long sram, long tcm, int rack, int sip, int cube, int local) {
        var size = new MachineSize(sips, cubes, pes, hbm, sram, tcm);
        var machine = new AddressMap(size, rack, sip, cube, local);
        var random = new Random(7);
        for (Range range : Range.values()) {
            long bytes = machine.bytes(range);
            for (int i = 0; bytes > 0 && i < 200; i++) {
                long offset = switch (i) {
                    case 0 -> 0;
                    case 1 -> bytes - 1;
                    default -> random.nextLong(bytes);
                };
                int pe = range.isPerPe() ? random.nextInt(pes) : 0;
                Place place = new Place(random.nextInt(sips), random.nextInt(cubes), pe);
                long address = machine.address(range, place, offset);
                assertThat(machine.isPhysical(address)).isTrue();
                assertThat(machine.decode(address)).isEqualTo(new Decoded(range, place, offset));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 16})
    void componentsOfACubeDoNotOverlap(int pes) {
        var machine = new AddressMap(new MachineSize(1, 1, pes, 48 * GIB, 32 * MIB, 16 * MIB), 4, 4, 5, 38);
        record Extent(long first, long end) {}
        List<Extent> extents = new ArrayList<>();
        for (Range range : Range.values()) {
            for (int pe = 0; pe < (range.isPerPe() ? pes : 1) && machine.bytes(range) > 0; pe++) {
                long first = machine.address(range, new Place(0, 0, pe), 0);
                extents.add(new Extent(first, first + machine.bytes(range)));
            }
        }
        extents.sort(Comparator.comparingLong(Extent::first));
        for (int i = 1; i < extents.size(); i++) {
            assertThat(extents.get(i).first())
                    .isGreaterThanOrEqualTo(extents.get(i - 1).end());
        }
    }

    @Test
    void addressesOfNothingAreExplained() {
        long sip3 = 3L << 43;
        assertNothing(sip3, "nothing at address 0x180000000000: SIP 3 does not exist: the machine has 2");
        assertNothing(20L << 38, "cube 20 does not exist: a SIP has 16");
        assertNothing(map.peTcm(new Place(0, 0, 3), 0) + 16 * MIB, "is past the 16777216 bytes of TCM");
        assertNothing(map.peHbm(new Place(0, 0, 7), 6 * GIB - 1) + 1, "is past the 8 PEs of a cube");
        assertNothing(Range.RESERVED.base(38), "this range is reserved");
        assertThatThrownBy(() -> map.decode(1L << 51)).satisfies(e -> assertCode(e, "SIM-305"));
        assertThatThrownBy(() -> map.decode(-1)).satisfies(e -> assertCode(e, "SIM-305"));
        var noHbm = new AddressMap(new MachineSize(1, 1, 1, 0, 1, 1), 0, 0, 0, 20);
        assertThatThrownBy(() -> noHbm.decode(1 << 19))
                .hasMessageContaining("this machine has no HBM")
                .satisfies(e -> assertCode(e, "SIM-307"));
    }

    private void assertNothing(long address, String why) {
        assertThatThrownBy(() -> map.decode(address))
                .hasMessageContaining(why)
                .satisfies(e -> assertCode(e, "SIM-307"));
    }

    @Test
    void factoriesRefuseWhatDoesNotExist() {
        assertThatThrownBy(() -> map.peTcm(new Place(2, 0, 0), 0))
                .hasMessageContaining("sip2.cube0.pe0 does not exist: the machine has 2 SIPs of 16 cubes of 8 PEs")
                .satisfies(e -> assertCode(e, "SIM-306"));
        assertThatThrownBy(() -> map.peTcm(new Place(0, 0, 0), 16 * MIB)).satisfies(e -> assertCode(e, "SIM-304"));
        assertThatThrownBy(() -> map.cubeSram(0, 0, -1)).satisfies(e -> assertCode(e, "SIM-304"));
    }

    @Test
    void machineThatDoesNotFitSaysWhichFieldNeedsHowManyBits() {
        var sips = new MachineSize(400, 1, 1, GIB, MIB, MIB);
        assertThatThrownBy(() -> new AddressMap(sips, 4, 4, 5, 38))
                .hasMessageContaining("the address field rack and sip has 8 bits but 400 SIPs need 9")
                .satisfies(e -> assertCode(e, "SIM-302"));
        var cubes = new MachineSize(1, 33, 1, GIB, MIB, MIB);
        assertThatThrownBy(() -> new AddressMap(cubes, 4, 4, 5, 38))
                .hasMessageContaining("the address field cube has 5 bits but 33 cubes per SIP need 6");
        assertThatThrownBy(() -> new AddressMap(DEFAULT, 4, 4, 5, 30))
                .hasMessageContaining("at local_bits = 30: it needs local_bits = 37")
                .satisfies(e -> assertCode(e, "SIM-303"));
        assertThatThrownBy(() -> new AddressMap(DEFAULT, 4, 4, 5, 6)).hasMessageContaining("local_bits = 6");
        assertThatThrownBy(() -> new AddressMap(DEFAULT, 10, 10, 6, 38)).satisfies(e -> assertCode(e, "SIM-301"));
        assertThatThrownBy(() -> new AddressMap(DEFAULT, -1, 10, 6, 38)).satisfies(e -> assertCode(e, "SIM-301"));
    }

    @Test
    void neededBitsAreEnough() {
        assertThat(new AddressMap(DEFAULT, 4, 4, 5, 37).totalBits()).isEqualTo(50);
    }

    static void assertCode(Throwable e, String code) {
        assertThat(e)
                .isInstanceOfSatisfying(
                        DiagnosticException.class,
                        diagnostic -> assertThat(diagnostic.diagnostics())
                                .singleElement()
                                .satisfies(only -> assertThat(only.code()).isEqualTo(code)));
    }
}
