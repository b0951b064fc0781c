package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.cli.command.Console;
import sectile.cli.command.ExitCode;
import sectile.sim.topology.Topologies;

/// What all verbs have in common: options, help, exit codes, JSON.
class CliTest {
    @Test
    void readsOptionsAndOperands() {
        var seen = new StringBuilder();
        Result result = InProcess.with(
                new SampleVerb((verb, call) -> {
                    seen.append(call.operands())
                            .append(verb.data.seed())
                            .append(verb.data.data())
                            .append(verb.times)
                            .append(verb.records.trace().orElseThrow())
                            .append(verb.records.opLog())
                            .append(verb.machine.machine(call.console()).sips())
                            .append(call.isGiven("--seed"))
                            .append(call.isGiven("--times"))
                            .append(call.spansOf("--set").size())
                            .append(call.spanOf("--seed").text())
                            .append(call.spanOfOperand(1).text());
                    return ExitCode.WRONG;
                }),
                "sample",
                "make",
                "a",
                "--seed=-0x10",
                "--trace",
                "t.pb",
                "--no-data",
                "--topology",
                "small",
                "--set",
                "system.sips.count=3",
                "--set=system.sips.count=4",
                "--",
                "-b");

        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(seen).hasToString("[a, -b]-16false1" + "t.pbOptional.empty" + "4" + "truefalse2--seed=-0x10" + "-b");
    }

    @Test
    void whatFollowsAnUnknownOptionMayBeItsValue() {
        assertThat(InProcess.sectile("ops", "add", "--jsn", "x").err())
                .contains("CLI-102")
                .doesNotContain("CLI-107");
        assertThat(InProcess.sectile("run", "kernel.py", "x").err())
                .contains("CLI-107", "everything after the file is an option: see `sectile help run FILE.py`");
    }

    @Test
    void reportsEveryProblemOfTheLineAtOnce() {
        Result result = InProcess.with(
                new SampleVerb((verb, call) -> ExitCode.OK), "sample", "make", "--x", "--json=1", "--seed");
        assertThat(result.err()).contains("CLI-102", "CLI-105", "CLI-103", "CLI-108");
    }

    @Test
    void helpIsMadeFromTheVerb() {
        var verb = new SampleVerb((self, call) -> ExitCode.OK);
        Result result = InProcess.with(verb, "sample", "make", "--help");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("usage: sectile sample make [OPTION...] NAME [NAME]")
                .contains("  --seed N ")
                .contains("  sectile sample make x --times 2  makes x twice");
        assertThat(InProcess.with(verb, "help", "sample", "make").out()).isEqualTo(result.out());
        assertThat(InProcess.with(verb, "-h").out())
                .isEqualTo(InProcess.with(verb, "help").out())
                .contains("sample make")
                .doesNotContain("warm-up");
        assertThat(InProcess.with(verb, "sample", "--help").out())
                .isEqualTo(InProcess.with(verb, "help", "sample").out())
                .contains("usage: sectile sample VERB");
    }

    @Test
    void withoutWordsShowsTheVerbs() {
        Result result = InProcess.sectile();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("usage: sectile VERB");
    }

    @Test
    void topologyOptionNamesEveryPreset() {
        String help = InProcess.with(new SampleVerb((verb, call) -> ExitCode.OK), "help", "sample", "make")
                .out();
        assertThat(help.replaceAll("\\s+", " ")).contains(String.join(", ", Topologies.presetNames()));
    }

    @Test
    void userErrorsAreAlsoJson() {
        var source = new SourceFile("m.yaml", "a: 1\nbb: 2\n");
        var problem = Diagnostic.error(DiagnosticCode.reported("SIM-1"), new Span(source, 5, 7), "no \"bb\"")
                .hint("b?")
                .note(Span.none(), "by the way");
        Result result = InProcess.with(
                new SampleVerb((verb, call) -> {
                    throw new DiagnosticException(problem);
                }),
                "sample",
                "make",
                "x",
                "--json");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("error[SIM-1]");
        assertThat(result.out()).isEqualTo("""
                        {
                          "ok": false,
                          "exit_code": 2,
                          "diagnostics": [
                            {
                              "code": "SIM-1",
                              "severity": "error",
                              "message": "no \\"bb\\"",
                              "file": "m.yaml",
                              "line": 2,
                              "column": 1,
                              "hint": "b?",
                              "notes": [
                                {
                                  "message": "by the way"
                                }
                              ]
                            }
                          ]
                        }
                        """);
    }

    @Test
    void mistakesInTheLineAreAlsoJson() {
        assertThat(InProcess.sectile("docter", "--json").out()).startsWith("{").contains("\"CLI-101\"");
        assertThat(InProcess.sectile("doctor", "--jsn", "--json").out())
                .startsWith("{")
                .contains("\"CLI-102\"");
        assertThat(InProcess.sectile("doctor", "--", "--json").out()).isEmpty();
    }

    @Test
    void errorsOfOursAskForAReport() {
        var verb = new SampleVerb((self, call) -> {
            throw new IllegalStateException("the sky fell");
        });
        Result result = InProcess.with(verb, "sample", "make", "x", "--json");
        assertThat(result.exitCode()).isEqualTo(70);
        assertThat(result.out()).contains("\"internal_error\": \"java.lang.IllegalStateException: the sky fell\"");
        assertThat(result.err())
                .contains("Please report it")
                .contains("command: sectile sample make x --json")
                .contains("version: sectile ")
                .contains("at sectile.cli.CliTest");
    }

    @Test
    void filesThatCannotBeUsedAreUserErrors() {
        assertThat(errorOf(new NoSuchFileException("a.yaml"))).contains("CLI-111", "no file or directory `a.yaml`");
        assertThat(errorOf(new AccessDeniedException("a.yaml"))).contains("no permission for `a.yaml`");
        assertThat(errorOf(new FileSystemException("a.yaml", "", "Too many links")))
                .contains("`a.yaml` cannot be used: Too many links");
        assertThat(errorOf(new IOException("disk on fire"))).contains("reading or writing failed: disk on fire");
        assertThat(errorOf(new UncheckedIOException(new NoSuchFileException("b"))))
                .contains("directory `b`");
    }

    private static String errorOf(Exception thrown) {
        Result result = InProcess.with(
                new SampleVerb((verb, call) -> {
                    if (thrown instanceof IOException e) {
                        throw e;
                    }
                    throw (RuntimeException) thrown;
                }),
                "sample",
                "make",
                "x");
        assertThat(result.exitCode()).isEqualTo(2);
        return result.err();
    }

    @Test
    void aReaderThatStopsReadingIsNoError() {
        var err = new ByteArrayOutputStream();
        var gone = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        ExitCode code = new Cli(new Console(gone, err, false), Verbs.standard()).run(List.of("help"));
        assertThat(code).isEqualTo(ExitCode.BROKEN_PIPE);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void oneDocumentAndNoMore() {
        Result twice = InProcess.with(
                new SampleVerb((verb, call) -> {
                    call.console().document(json -> json.value("first"));
                    call.console().document(json -> json.value("second"));
                    return ExitCode.OK;
                }),
                "sample",
                "make",
                "x",
                "--json");
        assertThat(twice.exitCode()).isEqualTo(70);
        assertThat(twice.out()).isEqualTo("\"first\"\n");
    }

    @Test
    void textGoesAsideWhenJsonIsWanted() {
        Result result = InProcess.with(
                new SampleVerb((verb, call) -> {
                    call.console().print("almost there\n");
                    call.console().document(json -> json.value(verb.json.wanted()));
                    return ExitCode.OK;
                }),
                "sample",
                "make",
                "x",
                "--json");
        assertThat(result.out()).isEqualTo("true\n");
        assertThat(result.err()).isEqualTo("almost there\n");
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        Result result = InProcess.with(
                new SampleVerb((verb, call) -> {
                    call.console().print("made " + call.operand(0) + "\n");
                    call.console().note("report: " + call.operand(0));
                    throw new IllegalStateException(call.operand(0));
                }),
                "sample",
                "make",
                "a\u001b[2J\nerror: forged");
        assertThat(result.out()).isEqualTo("made a␛[2J\nerror: forged\n");
        assertThat(result.err()).doesNotContain("\u001b").contains("report: a␛[2J␊error: forged\n");
    }

    @Test
    void whatCannotBeAFileNameIsAUserError() {
        Result result = InProcess.with(
                new SampleVerb((verb, call) -> {
                    throw new InvalidPathException("a\0b", "Nul character not allowed");
                }),
                "sample",
                "make",
                "x");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-111", "`a␀b` cannot be a file name: Nul character not allowed");
    }

    @Test
    void colourOnlyWhenAsked() {
        var err = new ByteArrayOutputStream();
        new Cli(new Console(OutputStream.nullOutputStream(), err, true), Verbs.standard()).run(List.of("docter"));
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("\u001b[1;31m");
        assertThat(InProcess.sectile("docter").err()).doesNotContain("\u001b");
    }

    @Test
    void warmUpRunsCleanly() {
        assertThat(InProcess.sectile("warm-up")).isEqualTo(new Result(0, "", ""));
    }

    @Test
    void relativePathsStayRelative() {
        var verb = new SampleVerb((self, call) -> ExitCode.OK);
        InProcess.with(verb, "sample", "make", "x", "--report", "out/r.html");
        assertThat(verb.records.report()).contains(Path.of("out/r.html"));
    }
}
