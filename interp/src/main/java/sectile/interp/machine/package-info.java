/// # The virtual machine under a program
///
/// A [Machine] is one run. Code runs on a [Core], which knows its rank, block, lane and group; [Calls] decides
/// what a call means where it is: inline, on many blocks ([Launch]), on the cores of a [Group], as a [Task]
/// of a [TaskTable], or on another device. [Meeting] is where cores or ranks come together.
@NullMarked
package sectile.interp.machine;

import org.jspecify.annotations.NullMarked;
