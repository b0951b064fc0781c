/// What a collective algorithm is made of, and the file that chooses among them.
///
/// An [Algorithm] is a kernel and its arguments ([CollectiveArgs]). Which PEs run it is a [Mapper]'s choice,
/// which queues join them a [GroupTopology]'s, and which tensors it takes a [Validator]'s. An entry of a
/// ccl.yaml names one of each and sizes the queues ([AlgorithmSettings]); [CclConfig] is the whole file.
///
/// `docs/collectives.md` shows how to write an algorithm of one's own.
@NullMarked
package sectile.dist.ccl;

import org.jspecify.annotations.NullMarked;
