"""Makes the files beside it with NumPy, an independent writer. Run it here: python3 make.py"""
import numpy as np
from numpy.lib import format as npy

values = np.array([[0, 1, 2], [100, 101, 117]])
for name in ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"]:
    array = values.astype(name)
    np.save(f"{name}.npy", array)
    if array.itemsize > 1:
        np.save(f"{name}_big.npy", array.astype(array.dtype.newbyteorder(">")))
np.save("fortran.npy", np.asfortranarray(np.arange(24, dtype="int32").reshape(2, 3, 4)))
np.save("scalar.npy", np.float64(2.5))
np.save("empty.npy", np.zeros((0, 3), dtype="float32"))
for version in [(1, 0), (2, 0), (3, 0)]:
    with open(f"version{version[0]}.npy", "wb") as file:
        npy.write_array(file, np.arange(5, dtype="float32"), version=version)
np.save("bfloat16.npy", np.array([0x3F80, 0xC000], dtype="<u2").view("V2"))
np.save("record.npy", np.zeros(2, dtype=[("a", "i4"), ("b", "f4")]))
np.save("complex.npy", np.zeros(2, dtype="complex64"))
arrays = {"weights": np.arange(6, dtype="float32").reshape(2, 3), "bias": np.arange(3, dtype="int64"),
          "zeros": np.zeros((64, 64), dtype="float16")}
np.savez("stored.npz", **arrays)
np.savez_compressed("deflated.npz", **arrays)
