package ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static sectile.check.race.MemoryOrder.SILICON;
import static sectile.junit.TileTest.Expect.FINDING;
import static sectile.junit.TileTest.Expect.PROOF;

import sectile.check.Verification;
import sectile.junit.TileTest;

/// A ring that is right in every order of its ranks, and one whose signals may overtake the data.
class RingTest {
    @TileTest(
            program = "ring.py",
            ranks = {2, 3},
            order = SILICON,
            expect = PROOF)
    void isRightOnHardware() {}

    @TileTest(
            program = "ring_without_fence.py",
            ranks = {2, 3},
            expect = PROOF)
    void needsNoFenceInStrongOrder() {}

    @TileTest(program = "ring_without_fence.py", ranks = 2, order = SILICON, expect = FINDING)
    void lacksAFence(Verification done) {
        assertEquals("CHECK-105", done.findings().getFirst().diagnostic().code());
    }
}
