/// # What flows where
///
/// Small analyses that several passes share: which values nothing uses ([Unused]), and whose memory a value is
/// ([Roots]).
@NullMarked
package sectile.compiler.flow;

import org.jspecify.annotations.NullMarked;
