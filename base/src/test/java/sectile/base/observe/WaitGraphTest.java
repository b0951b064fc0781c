package sectile.base.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

class WaitGraphTest {
    private static final Span LINE_1 = new Span(new SourceFile("p.py", "send\nwait\n"), 0, 4);
    private static final Span LINE_2 = new Span(new SourceFile("p.py", "send\nwait\n"), 5, 9);

    private static Actor rank(int rank) {
        return new Actor(rank + 1, Actor.Kind.ORCHESTRATOR, rank, 0, "k", -1, -1, "");
    }

    private static WaitGraph.Node queue(int rank, int peer) {
        return new WaitGraph.Node(
                rank(rank),
                new Wait.Queue(
                        "queue " + rank + "->" + peer, false, "2 of 2 in use", Optional.empty(), List.of(rank(peer))),
                LINE_1);
    }

    @Test
    void showsTheCycle() {
        var graph = new WaitGraph(List.of(queue(0, 1), queue(3, 0), queue(1, 2), queue(2, 1)));
        assertThat(graph.cycle()).extracting(n -> n.actor().rank()).containsExactly(1, 2);
        assertThat(graph.lines())
                .containsExactly(
                        "rank 0, k waits for a free slot of queue 0->1; 2 of 2 in use",
                        "rank 3, k waits for a free slot of queue 3->0; 2 of 2 in use",
                        "rank 1, k waits for a free slot of queue 1->2; 2 of 2 in use",
                        "rank 2, k waits for a free slot of queue 2->1; 2 of 2 in use",
                        "cycle: rank 1, k -> rank 2, k -> rank 1, k");
        assertThat(graph.withoutProducer()).isEmpty();
    }

    @Test
    void showsValuesTheLastChangeAndThatNoActorIsLeft() {
        var memory = new Storage.Named("m", "ready", 1, 4);
        var cell = new Wait.Cell(
                Region.of(memory, NdArray.zeros(DType.I32, Shape.of(1))),
                "ready of rank 1 [0]",
                "==",
                1,
                2,
                Optional.of(new Wait.Touch(rank(0), "added 1 to it", LINE_1)),
                List.of(rank(0)));
        var graph = new WaitGraph(List.of(new WaitGraph.Node(rank(1), cell, LINE_2)));
        Diagnostic report = graph.diagnostic(DiagnosticCode.reported("EXEC-201"), "the program is stuck", "hint");
        assertThat(report.span()).isEqualTo(LINE_2);
        assertThat(report.notes())
                .extracting(Diagnostic.Note::message)
                .containsExactly(
                        "rank 1, k waits until ready of rank 1 [0] == 1; it is 2",
                        "rank 0, k added 1 to it last",
                        "no actor that is left can signal ready of rank 1 [0], for which rank 1, k waits");
        assertThat(report.notes().get(1).span()).isEqualTo(LINE_1);
    }

    @Test
    void aMeetingNeedsTheRanksThatHaveNotArrived() {
        var barrier = new WaitGraph.Node(rank(0), new Wait.Meeting("a barrier", List.of(1), true), LINE_1);
        var other = new WaitGraph.Node(rank(1), new Wait.Meeting("another barrier", List.of(0), true), LINE_2);
        assertThat(new WaitGraph(List.of(barrier, other)).cycleText())
                .isEqualTo("cycle: rank 0, k -> rank 1, k -> rank 0, k");
        assertThat(new WaitGraph(List.of(barrier))
                        .diagnostic(DiagnosticCode.reported("X-1"), "stuck", "")
                        .notes())
                .extracting(Diagnostic.Note::message)
                .endsWith("rank 1 has ended without arriving in a barrier");
    }
}
