/// # Verification as a test
///
/// [TileTest] makes a test method of a program: a tile program, a `tl` kernel or an algorithm in XML is verified in
/// every order of its parts, on each number of ranks, and a mistake fails the test.
///
/// ```java
/// class RingTest {
///     @TileTest(program = "ring.py", ranks = {2, 3}, order = MemoryOrder.SILICON, expect = TileTest.Expect.PROOF)
///     void ring() {}
/// }
/// ```
///
/// The extension verifies as `sectile verify` does, so the command in the message of a failure shows the same.
@NullMarked
package sectile.junit;

import org.jspecify.annotations.NullMarked;
