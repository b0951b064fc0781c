/// # Tasks and what orders them
///
/// An orchestration function is a graph of tasks: each call and submission uses regions of tensors, and a task follows
/// those before it that use the same region, if one of the two writes it. Start with [TaskGraph].
@NullMarked
package sectile.compiler.task;

import org.jspecify.annotations.NullMarked;
