package sectile.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import sectile.check.race.MemoryOrder;

/// Verifies a program before the test method runs, once for each number of ranks. A method with a parameter of type
/// [sectile.check.Verification] gets what was found, for assertions of its own; its body may also be empty.
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(TileTestExtension.class)
public @interface TileTest {
    /// What is verified: a resource of the test class, as [Class#getResource] finds it, or a file. A tile program or a
    /// kernel (`.py`), or an algorithm (`.xml`).
    String program();

    /// The function to run; the one that no other function calls if not given.
    String entry() default "";

    /// Numbers of ranks, each a test of its own; what `sectile verify` chooses if not given.
    int[] ranks() default {};

    /// What a signal passes on.
    MemoryOrder order() default MemoryOrder.STRONG;

    /// Whether to run every order, up to equivalence, and to draw none.
    boolean explore() default false;

    /// How many orders to draw instead of running every one; 0: none.
    int schedules() default 0;

    /// Seconds after which to stop looking, for each number of ranks; 0: 60.
    int maxTime() default 0;

    /// Runs after which to stop exploring; 0: no limit.
    int maxStates() default 0;

    /// Further words of `sectile verify`, such as `--input`, `a=zeros`.
    String[] options() default {};

    /// What makes the test pass.
    Expect expect() default Expect.NO_FINDING;

    /// What must be known of a program.
    enum Expect {
        /// No mistake was found, in every order or in those that were run.
        NO_FINDING,
        /// Every order was run, and none has a mistake.
        PROOF,
        /// There is a mistake.
        FINDING,
        /// Anything: the test method judges.
        ANYTHING
    }
}
