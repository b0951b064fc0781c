package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.symbol.Level;

/// The keywords by which existing programs give arguments. A line of [#ROWS] is a list of keywords and the ops that
/// take all of them.
class KeywordsTest {
    private static final String ROWS = """
            lhs rhs: pl.col_expand pl.col_expand_add pl.col_expand_div pl.col_expand_expdif pl.col_expand_max
            lhs rhs: pl.col_expand_min pl.col_expand_mul pl.col_expand_sub pl.part_add pl.part_max pl.part_min pl.part_mul
            lhs rhs: pl.row_expand pl.row_expand_add pl.row_expand_div pl.row_expand_expdif pl.row_expand_max
            lhs rhs: pl.row_expand_min pl.row_expand_mul pl.row_expand_sub pl.tensor.part_add pl.tensor.part_mul
            lhs rhs: pl.tensor.part_max pl.tensor.part_min
            tmp_tile: pl.col_argmax pl.col_argmin pl.col_sum pl.row_argmax pl.row_argmin pl.row_max pl.row_min pl.row_prod
            tmp_tile: pl.row_sum pl.tile.row_max pl.tile.row_sum pl.tile.row_min pl.tile.row_prod pl.tile.col_sum
            tmp_tile: pl.tile.row_argmax pl.tile.row_argmin pl.tile.col_argmax pl.tile.col_argmin pl.tile.transpose
            lhs_scale rhs_scale: pl.matmul_mx pl.matmul_mx_acc pl.matmul_mx_bias
            lhs_scale rhs_scale: pl.tile.matmul_mx pl.tile.matmul_mx_acc pl.tile.matmul_mx_bias
            tensor: pl.tensor.slice pl.tensor.col_expand pl.tensor.reshape pl.tensor.transpose pl.tensor.view
            tile: pl.tile.slice pl.tile.reshape pl.tile.transpose
            src: pl.expand_clone pl.tensor.expand_clone pl.tile.gather_mask pl.tile.scatter_mask
            rhs: pl.addsc pl.subsc pl.tile.addsc pl.tile.subsc
            x: pl.aic_gather pl.aiv_shard pl.tile.aiv_shard pl.tile.aic_gather
            output_tensor: pl.store pl.mscatter pl.tile.store pl.tile.mscatter
            dst_offsets src_offsets: pld.tensor.put pld.tensor.get pld.tile.put pld.tile.get
            mask_pattern output_dtype: pl.gather pl.tensor.gather
            kvalue cmp_mode out_cols offset count_dtype: pl.gather pl.tensor.gather
            counter0 counter1 counter2 counter3: pl.random pl.tensor.random pl.tile.random
            valid_shape: pl.tile.random
            value: pl.fillpad pl.fillpad_expand
            dst: pl.gather_row pl.tile.gather_row
            src0 src1 src2 src3 tmp exhausted: pl.mrgsort pl.tile.mrgsort
            src0 src1 src2 src3 exhausted: pl.tensor.mrgsort
            valid_rows valid_cols: pl.tensor.set_validshape pl.tile.set_validshape pl.set_validshape
            input: pl.set_validshape
            memory_space: pl.tensor.alloc pl.tile.alloc
            dist_tensor: pld.system.get_comm_ctx pld.get_comm_ctx
            size: pld.tensor.alloc_window_buffer pld.alloc_window_buffer
            src_tile: pld.tile.remote_store pld.remote_store
            c2v_consumer_buf v2c_consumer_buf: pl.system.aic_initialize_pipe pl.system.aiv_initialize_pipe
            c2v_consumer_buf v2c_consumer_buf: pl.aic_initialize_pipe pl.aiv_initialize_pipe
            mask_pattern: pl.scatter
            src offset: pl.read
            dst offset: pl.write
            mask_pattern dst: pl.tensor.scatter
            index_row index_col: pl.tile.extract
            session_handle: pl.prefetch.wait
            local_data: pld.tensor.allgather
            """;

    static Stream<String> calls() {
        return ROWS.lines().flatMap(row -> {
            String[] sides = row.split(": ", 2);
            String arguments = String.join("=y, ", sides[0].split(" ", -1)) + "=y";
            return Stream.of(sides[1].split(" ", -1)).map(op -> op + "(" + arguments + ")");
        });
    }

    @ParameterizedTest
    @MethodSource("calls")
    void isKnown(String call) {
        var diagnostics = new Diagnostics();
        FrontEnd.parse(new SourceFile("t.py", """
                import pypto.language as pl
                import pypto.language.distributed as pld

                @pl.program
                class P:
                    @pl.function(type=pl.FunctionType.InCore)
                    def k(self, t: pl.Tensor[[8, 8], pl.FP32]):
                        y = pl.load(t, [0, 0], [8, 8])
                        %s
                """.formatted(call)), Specialisation.NONE, diagnostics);
        assertThat(diagnostics.all()).extracting(Diagnostic::code).doesNotContain("LANG-305", "LANG-216");
    }

    @ParameterizedTest
    @CsvSource({"L2CACHE, CHIP_DIE", "PROCESSOR, CHIP", "UMA, CHIP", "NODE, HOST", "POD, CLUSTER_0", "CLOS1, CLUSTER_1"
    })
    void levelsGoByTheMachinesTheyRepresent(String name, Level level) {
        assertThat(LanguageNames.symbol("pl.Level." + name)).contains(level);
    }
}
