/// # What flows where
///
/// Small analyses that several passes share: which values nothing uses ([Unused]), whose memory a value is ([Roots]),
/// in which order functions return their results ([ReturnOrder]), and what a loop can load ahead ([Prefetch]).
@NullMarked
package sectile.compiler.flow;

import org.jspecify.annotations.NullMarked;
