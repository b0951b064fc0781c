/// What a verb of the command line is made of, and nothing that knows a particular verb.
///
/// A verb is a class that implements [Command]; its options are fields with JCommander's `@Parameter`, alone or in a
/// holder that several verbs share (`@ParametersDelegate`, see [sectile.cli.options]):
///
/// ```java
/// public final class GreetCommand implements Command {
///     @Parameter(names = "--times", description = "how often", converter = Values.Count.class)
///     private int times = 1;
///
///     public String name() { return "greet"; }
///     public String summary() { return "says hello"; }
///     public Operands operands() { return Operands.exactly(1, "NAME"); }
///     public List<Example> examples() { return List.of(new Example("greet Ada --times 2", "twice")); }
///
///     public ExitCode run(Invocation call) {
///         call.console().print("hello " + call.operand(0) + "\n");
///         return ExitCode.OK;
///     }
/// }
/// ```
///
/// Then it goes into the list in `sectile.cli.Verbs`, gets an end-to-end test, and is done: help, unknown options,
/// missing values, `--json` errors and exit codes are the same for all verbs and come from here.
///
/// Problems with the words of the command line are diagnostics `CLI-1xx` with a position in the command line itself.
@NullMarked
package sectile.cli.command;

import org.jspecify.annotations.NullMarked;
