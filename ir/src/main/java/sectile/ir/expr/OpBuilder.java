package sectile.ir.expr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects the parts of an [Op]. The last step is [#rule].
public final class OpBuilder {
    final String name;
    final String doc;
    String formula = "";
    final List<Operand> operands = new ArrayList<>();
    final List<Attribute> attributes = new ArrayList<>();
    CoreAffinity affinity = CoreAffinity.SHARED;
    boolean inPlaceSafe = true;
    boolean duplicable = true;
    boolean internal;
    String reuses = "";
    String operator = "";
    final List<String> aliases = new ArrayList<>();
    boolean hostOnly;

    @Nullable
    Semantics semantics;

    public OpBuilder(String name, String doc) {
        this.name = name;
        this.doc = doc;
    }

    /// What the op is.
    public OpBuilder means(Semantics what) {
        semantics = what;
        return this;
    }

    /// The reference semantics in a line.
    public OpBuilder formula(String text) {
        formula = text;
        return this;
    }

    public OpBuilder operands(Operand... more) {
        operands.addAll(Arrays.asList(more));
        return this;
    }

    public OpBuilder attribute(String attributeName, AttrKind kind, Attr fallback, String attributeDoc) {
        attributes.add(new Attribute(attributeName, kind, fallback, false, attributeDoc));
        return this;
    }

    public OpBuilder required(String attributeName, AttrKind kind, String attributeDoc) {
        attributes.add(new Attribute(attributeName, kind, null, false, attributeDoc));
        return this;
    }

    public OpBuilder optional(String attributeName, AttrKind kind, String attributeDoc) {
        attributes.add(new Attribute(attributeName, kind, null, true, attributeDoc));
        return this;
    }

    public OpBuilder on(CoreAffinity cores) {
        affinity = cores;
        return this;
    }

    public OpBuilder notInPlace() {
        inPlaceSafe = false;
        return this;
    }

    public OpBuilder once() {
        duplicable = false;
        return this;
    }

    public OpBuilder hostOnly() {
        hostOnly = true;
        return this;
    }

    /// The operator of the language that a call can be written with, like `+`.
    public OpBuilder operator(String symbol) {
        operator = symbol;
        return this;
    }

    /// Other spellings of its name, like `pl.create_tile`.
    public OpBuilder alias(String... paths) {
        aliases.addAll(Arrays.asList(paths));
        return this;
    }

    public OpBuilder forPasses() {
        internal = true;
        return this;
    }

    /// The result is the memory of that operand.
    public OpBuilder gives(String operand) {
        reuses = operand;
        return this;
    }

    public Op rule(TypeRule rule) {
        return new Op(this, rule);
    }
}
