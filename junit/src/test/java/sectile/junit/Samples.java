package sectile.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.race.MemoryOrder;

/// Test classes as others write them; [TileTestTest] runs them.
final class Samples {
    private static final String EARLY = "announced_too_early.py";
    private static final String RIGHT = "announced.py";
    private static final String HELLO = "../examples/kernels/hello_ring.py";

    private Samples() {}

    static class Passing {
        @TileTest(
                program = RIGHT,
                ranks = {2, 3},
                order = MemoryOrder.SILICON,
                expect = TileTest.Expect.PROOF)
        void proved(Verification done) {
            assertThat(done.verdict()).isEqualTo(Verdict.PROVED);
            assertThat(done.ranks()).isBetween(2, 3);
        }

        @TileTest(program = "/sectile/junit/announced_too_early.py", ranks = 2, entry = "k")
        void isRightInStrongOrder() {}

        @TileTest(program = RIGHT)
        void verifyChoosesTheRanks(Verification done) {
            assertThat(done.ranks()).isEqualTo(2);
        }

        @TileTest(program = RIGHT, ranks = 2, schedules = 7)
        void draws(Verification done) {
            assertThat(done.schedules()).isEqualTo(7);
            assertThat(done.verdict()).isEqualTo(Verdict.NOT_FOUND);
        }

        @TileTest(program = RIGHT, ranks = 2, explore = true, maxStates = 1, maxTime = 20)
        void explores(Verification done) {
            assertThat(done.executions()).isEqualTo(1);
            assertThat(done.schedules()).isZero();
        }

        @TileTest(program = EARLY, ranks = 2, order = MemoryOrder.SILICON, expect = TileTest.Expect.FINDING)
        void theMistakeIsFound(Verification done) {
            assertThat(done.findings().getFirst().diagnostic().code()).isEqualTo("CHECK-105");
        }

        @TileTest(program = EARLY, ranks = 2, order = MemoryOrder.SILICON, expect = TileTest.Expect.ANYTHING)
        void judgesItself(Verification done) {
            assertThat(done.verdict()).isEqualTo(Verdict.FOUND);
        }

        @TileTest(
                program = HELLO,
                ranks = 2,
                options = {"--wiring", "ring_1d"},
                expect = TileTest.Expect.PROOF)
        void aKernel() {}

        @TileTest(program = "../examples/algorithms/allreduce_ring.xml", expect = TileTest.Expect.PROOF)
        void anAlgorithm(Verification done) {
            assertThat(done.ranks()).isEqualTo(4);
        }
    }

    static class Failing {
        @TileTest(
                program = EARLY,
                ranks = {2, 3},
                order = MemoryOrder.SILICON)
        void mistake() {
            throw new IllegalStateException("the body of a test whose program is wrong is not executed");
        }

        @TileTest(program = RIGHT, ranks = 2, schedules = 3, expect = TileTest.Expect.PROOF)
        void noProof() {}

        @TileTest(program = RIGHT, ranks = 2, expect = TileTest.Expect.FINDING)
        void noMistake() {}

        @TileTest(program = RIGHT, ranks = 2)
        void ownAssertion(Verification done) {
            assertThat(done.ranks()).isEqualTo(5);
        }
    }

    static class Misconfigured {
        @TileTest(program = "absent.py")
        void absent() {}

        @TileTest(program = RIGHT, explore = true, schedules = 3)
        void bothSearches() {}

        @TileTest(program = RIGHT, ranks = 0)
        void noRanks() {}

        @TileTest(program = RIGHT, entry = "kk")
        void noSuchEntry() {}

        @TileTest(program = RIGHT, options = "--rank")
        void noSuchOption() {}

        @TileTest(program = "package-info.class")
        void notAProgram() {}

        @TileTest(program = RIGHT)
        void otherParameter(String text) {}
    }

    static class TooEarly {
        @BeforeEach
        void before(Verification done) {}

        @TileTest(program = RIGHT, ranks = 2)
        void test() {}
    }
}
