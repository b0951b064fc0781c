package sectile.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.cli.Checkout;
import sectile.cli.Result;

/// The last lines of `./sectile test` add up what Surefire reported.
@Tag("launcher")
class TestSummaryTest {
    @TempDir
    Path reports;

    @Test
    void countsAndNames() throws IOException {
        report("A", """
                <testsuite name="a.A" time="0.1" tests="4" errors="1" skipped="1" failures="1">
                  <testcase name="passes" classname="a.A" time="0.1"/>
                  <testcase name="is &quot;odd&quot; &amp; &lt;even&gt;" classname="a.A" time="0.1">
                    <skipped message="no device"/>
                  </testcase>
                  <testcase name="fails" classname="a.A" time="0.1">
                    <failure message="x" type="y"><![CDATA[text]]></failure>
                    <system-out><![CDATA[said <failure> and <error> ]]></system-out>
                  </testcase>
                  <testcase name="throws" classname="a.A" time="0.1">
                    <error type="z"><![CDATA[text]]></error>
                  </testcase>
                </testsuite>
                """);
        report("B", """
                <testsuite name="b.B" time="0.1" tests="1" errors="0" skipped="0" failures="0">
                  <testcase name="passes" classname="b.B" time="0.1">
                    <system-out><![CDATA[one
                    <failure and <testcase name="printed">
                    two]]></system-out><system-err><![CDATA[<error >]]></system-err>
                  </testcase>
                </testsuite>
                """);

        Result result = summary();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).isEqualTo("""
                        skipped: a.A.is "odd" & <even>
                        failed: a.A.fails
                        failed: a.A.throws
                        2 passed, 2 failed, 1 skipped
                        """);
    }

    @Test
    void succeedsWhenAllPass() throws IOException {
        report("A", "<testsuite>\n  <testcase name=\"passes\" classname=\"a.A\" time=\"0\"/>\n</testsuite>\n");
        assertThat(summary()).isEqualTo(new Result(0, "1 passed, 0 failed, 0 skipped\n", ""));
    }

    @Test
    void failsWhenNothingRan() {
        Result result = summary();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).isEqualTo("no test ran\n0 passed, 0 failed, 0 skipped\n");
    }

    private void report(String name, String content) throws IOException {
        Files.writeString(reports.resolve("TEST-" + name + ".xml"), content);
    }

    private Result summary() {
        return Launcher.from(reports)
                .through(Checkout.root().resolve("scripts/test-summary"))
                .run(reports.toString(), reports + "/nowhere");
    }
}
