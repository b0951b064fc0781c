/// Completion of words in bash, zsh and fish.
///
/// [Grammar] is what there is to complete: verbs, their options and what follows an option. It is read off the commands
/// themselves, so a new verb or option needs nothing here. A script for a shell is printed from it and answers without
/// starting Java. [CompletionCommand] is the verb; begin with [Grammar].
///
/// ```sh
/// source <(sectile completion bash)
/// ```
@NullMarked
package sectile.cli.completion;

import org.jspecify.annotations.NullMarked;
