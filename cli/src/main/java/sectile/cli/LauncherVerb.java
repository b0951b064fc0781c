package sectile.cli;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.problem.CliCode;

/// A verb that the launcher `./sectile` handles itself, because it needs the checkout. It is here for the help.
record LauncherVerb(String name, String summary, String description, Operands operands, List<Example> examples)
        implements Command {
    static LauncherVerb test() {
        return new LauncherVerb(
                "test",
                "runs all tests and quality gates of this checkout",
                "MODULE is a directory such as `sim`. What follows it goes to Maven.",
                Operands.any("[MODULE] [MAVEN ARGUMENT...]"),
                List.of(
                        new Example("test", "everything"),
                        new Example("test sim", "one module and those it needs"),
                        new Example("test base -Dtest=NpyTest", "one test class")));
    }

    static LauncherVerb formatJava() {
        return new LauncherVerb(
                "format-java",
                "formats the Java sources of this checkout",
                "",
                Operands.any("[MAVEN ARGUMENT...]"),
                List.of(new Example("format-java", "everything")));
    }

    static LauncherVerb install() {
        return new LauncherVerb(
                "install",
                "installs Sectile's jars, sources and documentation for other builds",
                "Without arguments they go to the local repository of Maven, else to a repository in a directory. "
                        + "docs/library.md has the coordinates.",
                Operands.any("[--to DIR] [MAVEN ARGUMENT...]"),
                List.of(
                        new Example("install", "into Maven's local repository"),
                        new Example("install --to /srv/repository", "into a directory")));
    }

    static LauncherVerb classpath() {
        return new LauncherVerb(
                "classpath",
                "prints where Sectile's classes are, to compile against them",
                "Classes of your own, such as algorithms and components, are found when the variable SECTILE_CLASSPATH "
                        + "names their directories and jars.",
                Operands.NONE,
                List.of(new Example("classpath", "the argument of `javac -cp`")));
    }

    @Override
    public boolean isLimited() {
        return false;
    }

    @Override
    public ExitCode run(Invocation call) {
        throw new DiagnosticException(Diagnostic.error(
                        CliCode.NO_CHECKOUT,
                        Span.none(),
                        "`" + name + "` works on a checkout of Sectile and needs its launcher")
                .hint("run `./sectile " + name + "` in a checkout"));
    }
}
