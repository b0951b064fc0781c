package sectile.ir.algorithm;

import sectile.ir.algorithm.Algorithm.Place;
import sectile.ir.algorithm.Algorithm.Rank;
import sectile.ir.algorithm.Algorithm.Step;
import sectile.ir.algorithm.Algorithm.ThreadBlock;
import sectile.ir.symbol.ReduceOp;

/// Writes an algorithm in the form that [AlgorithmReader] reads.
public final class AlgorithmWriter {
    private AlgorithmWriter() {}

    public static String text(Algorithm algorithm) {
        var text = new StringBuilder("<algo name=\"")
                .append(escaped(algorithm.name()))
                .append('"');
        attribute(text, "coll", algorithm.collective().text());
        attribute(text, "nchannels", algorithm.channels());
        attribute(text, "nchunksperloop", algorithm.chunks());
        attribute(text, "ngpus", algorithm.ranks().size());
        attribute(text, "proto", "Simple");
        attribute(text, "inplace", algorithm.inPlace() ? 1 : 0);
        if (algorithm.operation() != ReduceOp.SUM) {
            attribute(text, "redop", algorithm.operation().name().toLowerCase(java.util.Locale.ROOT));
        }
        if (algorithm.root() != 0) {
            attribute(text, "root", algorithm.root());
        }
        text.append(">\n");
        algorithm.ranks().forEach(rank -> rank(text, rank));
        return text.append("</algo>\n").toString();
    }

    private static void rank(StringBuilder text, Rank rank) {
        text.append("  <gpu");
        attribute(text, "id", rank.id());
        attribute(text, "i_chunks", rank.input());
        attribute(text, "o_chunks", rank.output());
        attribute(text, "s_chunks", rank.scratch());
        text.append(">\n");
        rank.blocks().forEach(block -> block(text, block));
        text.append("  </gpu>\n");
    }

    private static void block(StringBuilder text, ThreadBlock block) {
        text.append("    <tb");
        attribute(text, "id", block.id());
        attribute(text, "send", block.sendTo());
        attribute(text, "recv", block.receiveFrom());
        attribute(text, "chan", block.channel());
        text.append(">\n");
        block.steps().forEach(step -> step(text, step));
        text.append("    </tb>\n");
    }

    private static void step(StringBuilder text, Step step) {
        text.append("      <step");
        attribute(text, "s", step.number());
        attribute(text, "type", step.type().text());
        // What a type does not use is written as what it does use.
        Place source = step.type().readsSource() ? step.source() : step.target();
        Place target = step.type().writesTarget() ? step.target() : step.source();
        attribute(text, "srcbuf", source.buffer().text());
        attribute(text, "srcoff", source.offset());
        attribute(text, "dstbuf", target.buffer().text());
        attribute(text, "dstoff", target.offset());
        attribute(text, "cnt", step.count());
        attribute(text, "depid", step.after().block());
        attribute(text, "deps", step.after().step());
        attribute(text, "hasdep", step.signals() ? 1 : 0);
        text.append("/>\n");
    }

    private static void attribute(StringBuilder text, String name, int value) {
        attribute(text, name, String.valueOf(value));
    }

    private static void attribute(StringBuilder text, String name, String value) {
        text.append(' ').append(name).append("=\"").append(value).append('"');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
