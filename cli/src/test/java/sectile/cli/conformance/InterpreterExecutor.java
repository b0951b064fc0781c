package sectile.cli.conformance;

import java.util.List;
import sectile.base.array.NdArray;
import sectile.interp.Interpreter;

/// A program of one op, run by the interpreter.
final class InterpreterExecutor implements Executor {
    @Override
    public boolean has(Case test) {
        return CaseOps.has(test);
    }

    @Override
    public NdArray run(Case test, List<NdArray> operands) {
        var batch = new CaseProgram();
        batch.add(test, operands);
        return batch.results(new Interpreter(batch.program()).run(batch.run())).getFirst();
    }
}
