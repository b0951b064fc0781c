package sectile.runtime.opencl;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import sectile.base.diag.DiagnosticException;
import sectile.runtime.device.MissingException;
import sectile.runtime.host.Hosts;

/// OpenCL devices that are not there, disappear, or refuse kernels.
class OpenClTroubleTest {
    private final OpenCl library = OpenCls.library();

    @Test
    void aNumberThatNoDeviceHasIsNamed() {
        assertThatExceptionOfType(MissingException.class)
                .isThrownBy(() -> OpenClDevice.open(library, 99, Hosts.options()))
                .withMessageContaining("RUN-331")
                .withMessageContaining("99");
    }

    @Test
    void whatTheCompilerWroteIsInTheMessage() {
        OpenCl.Found found = library.devices().getFirst();
        MemorySegment context = library.createContext(found.handle());
        try {
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> library.build(
                            context, found.handle(), "kernel void broken() { undeclared_name = 1; }", "-cl-std=CL1.2"))
                    .withMessageContaining("RUN-333")
                    .withMessageContaining("undeclared_name");
        } finally {
            library.release("clReleaseContext", context);
        }
    }

    /// A device without a queue is what is left of one that disappeared.
    @Test
    void aDeviceThatDisappearedIsNotAnyFailure() {
        OpenCl.Found found = library.devices().getFirst();
        MemorySegment context = library.createContext(found.handle());
        MemorySegment buffer = library.createBuffer(context, 64);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(64);
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> library.write(MemorySegment.NULL, buffer, 0, bytes))
                    .withMessageContaining("RUN-334")
                    .withMessageContaining("not available any more");
        } finally {
            library.release("clReleaseMemObject", buffer);
            library.release("clReleaseContext", context);
        }
    }
}
