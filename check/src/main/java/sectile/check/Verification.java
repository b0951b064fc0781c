package sectile.check;

import java.util.ArrayList;
import java.util.List;

/// What came of verifying a program on a number of ranks.
///
/// @param ranks how many
/// @param findings one for each cause, in the order in which they were found
/// @param executions runs that were explored, one for each class of orders
/// @param redundant runs of the exploration that were given up because others cover them
/// @param schedules runs in drawn orders
/// @param steps visible steps of all runs
/// @param tooLong runs that were given up because they had too many steps
/// @param left an estimate of the part of the classes that was not explored, from 0 to 1
public record Verification(
        int ranks,
        Verdict verdict,
        List<Finding> findings,
        long executions,
        long redundant,
        long schedules,
        long steps,
        long tooLong,
        double left) {
    public Verification {
        findings = List.copyOf(findings);
    }

    /// Of two the one that says less: one with findings, else one that is no proof.
    public Verification weaker(Verification other) {
        return other.verdict.compareTo(verdict) > 0 ? other : this;
    }

    /// The same with one more finding.
    public Verification with(Finding finding) {
        var more = new ArrayList<>(findings);
        more.add(finding);
        return new Verification(ranks, Verdict.FOUND, more, executions, redundant, schedules, steps, tooLong, left);
    }
}
