package sectile.cli.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.time.Instant;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Rules of docs/architecture.md that hold for the code of every module.
class ArchitectureTest {
    @Test
    void packagesHaveNoCycles() {
        check(SlicesRuleDefinition.slices()
                .assignedFrom(new EachPackage())
                .should()
                .beFreeOfCycles());
    }

    @Test
    void everyPackageHasAManualAndIsNullMarked() {
        var without = new TreeSet<String>();
        for (JavaClass type : Classes.all()) {
            JavaPackage room = type.getPackage();
            if (room.tryGetPackageInfo()
                    .filter(info -> info.isAnnotatedWith(NullMarked.class))
                    .isEmpty()) {
                without.add(room.getName());
            }
        }
        assertThat(without)
                .as("packages without a package-info that is @NullMarked")
                .isEmpty();
    }

    @Test
    void onlyMainEndsTheProcess() {
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("sectile.cli.Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class));
    }

    @Test
    void onlyTheProgramWritesToTheTerminal() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("sectile.cli..", "sectile.bench..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace"));
    }

    @Test
    void nothingLogs() {
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..", "org.slf4j..")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(System.Logger.class));
    }

    @Test
    void nothingIsHiddenInAThread() {
        check(noClasses().should().dependOnClassesThat(belongToAnyOf(ThreadLocal.class, InheritableThreadLocal.class)));
    }

    @Test
    void staticFieldsAreFinal() {
        check(fields().that().areStatic().should().beFinal());
    }

    @Test
    void resultsDependOnNeitherClockNorChance() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("sectile.cli..", "sectile.bench..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class));
    }

    @Test
    void accessorsHaveNoGetPrefix() {
        check(methods()
                .that(describe(
                        "take no arguments",
                        method -> method.getRawParameterTypes().isEmpty()))
                .and(describe("are not those of an exception", ArchitectureTest::isNotInherited))
                .should()
                .haveNameNotMatching("get[A-Z].*"));
    }

    private static boolean isNotInherited(JavaMethod method) {
        return !method.getOwner().isAssignableTo(Throwable.class);
    }

    /// Tensors and algorithms could lie on devices of another kind: time, and queues between devices, are not theirs.
    @Test
    void tensorsAndAlgorithmsKnowDevicesAndNotTheMachine() {
        check(noClasses()
                .that()
                .resideInAnyPackage(
                        "sectile.dist.tensor",
                        "sectile.dist.mesh",
                        "sectile.dist.local",
                        "sectile.dist.parallel",
                        "sectile.dist.ccl",
                        "sectile.dist.algorithm")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("sectile.sim.machine.Machine"));
    }

    private static void check(ArchRule rule) {
        rule.check(Classes.all());
    }

    private static final class EachPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
