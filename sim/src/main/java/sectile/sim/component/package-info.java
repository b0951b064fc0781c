/// What is behind `impl` in a topology file: the cost models of the machine's components, and how to add one.
///
/// A component of the machine (`switch`, `pe_gemm`, … see [ComponentKind]) says how long it takes for what it is
/// asked; it holds no state, queues or values — those belong to the simulator, which asks the model:
///
/// | model | components | asked for |
/// |---|---|---|
/// | [NodeModel] | pcie_ep, switch, io, noc, hbm, sram | the time a message spends passing through |
/// | [ProcessorModel] | host, io_cpu, m_cpu, pe_cpu, scheduler, pe_mmu, pe_ipcq | the time to serve a request |
/// | [DmaModel] | pe_dma | set-up time and its own rate limit |
/// | [MemoryModel] | tcm | access time and the rate of local copies |
/// | [GemmModel] | pe_gemm | the time of an `m × n × k` product |
/// | [MathModel] | pe_math | the time of an element-wise or reducing operation |
///
/// To add one, implement [ComponentProvider], name it in
/// `META-INF/services/sectile.sim.component.ComponentProvider`, and write its name in the topology file:
///
/// ```yaml
/// pe:
///   components:
///     pe_gemm: { impl: acme.tensor_core, attrs: { overhead_ns: 3, fragments: 4 } }
/// ```
///
/// The provider's [AttributeSchema] is checked against `attrs` before the model is made, so `create` sees only
/// values of the right type. [Bandwidth] and [Clock] hold rates exactly, so that times do not depend on floating
/// point.
@NullMarked
package sectile.sim.component;

import org.jspecify.annotations.NullMarked;
