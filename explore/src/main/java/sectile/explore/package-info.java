/// Many machines for one workload: which of them is worth building.
///
/// A [Plan] says what runs, what is varied ([Axis]), how points are chosen ([Search]) and what counts as better
/// ([Objective], [Constraint]). [Exploration] runs it and returns [Findings]: every point with its figures, those
/// that no other point beats in all objectives, and how much each axis matters.
///
/// A point is one command line of `sectile run`, and its figures are the numbers of that run's JSON document, so a
/// point can be repeated by hand, on another machine, or in another process. A [Measurer] executes them: this process
/// ([LocalMeasurer]), or a cluster. The findings do not depend on that, nor on the order, to the last byte.
///
/// ```java
/// Plan plan = Plan.of(List.of("gemm"), List.of(Axes.parse("pe.components.pe_gemm.attrs.clock_ghz=1,2", span)));
/// Findings findings = new Exploration(plan, new LocalMeasurer(runner, 2), Journal.none(), new Progress()).run();
/// System.out.print(FindingsText.of(findings));
/// ```
///
/// Formulas are Python expressions over the figures and the axes, evaluated by the module `script`.
@NullMarked
package sectile.explore;

import org.jspecify.annotations.NullMarked;
