package sectile.cli.lang;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.observe.Observer;
import sectile.base.order.Order;
import sectile.check.ProgramSubject;
import sectile.check.explore.Answer;
import sectile.check.explore.Subject;
import sectile.runtime.simulated.AlgorithmWorkload;

/// The program of an ALGO.xml, whose values every order compares with those of its collective.
record AlgorithmSubject(Subject program, AlgorithmWorkload workload) implements Subject {
    private record Compared(Answer answer, List<Diagnostic> mistakes) implements Answer {
        @Override
        public Optional<String> difference(Answer other) {
            return answer.difference(other instanceof Compared compared ? compared.answer : other);
        }
    }

    @Override
    public Answer run(Order order, Observer observer) {
        Answer answer = program.run(order, observer);
        List<Diagnostic> mistakes = answer instanceof ProgramSubject.Result result
                ? workload.expected().wrong(result.outcome().outputs()).stream().toList()
                : List.of();
        return new Compared(answer, mistakes);
    }

    @Override
    public Subject apart() {
        return new AlgorithmSubject(program.apart(), workload);
    }
}
