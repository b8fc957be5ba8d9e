"""throng from Python by ctypes, without a module: the shared library is all it takes.

Usage: c_interface.py LIBTHRONG_C MAP
"""
import ctypes
import sys
from ctypes import POINTER, byref, c_char_p, c_int32, c_size_t, c_uint8, c_uint32, c_uint64
from ctypes import c_void_p, sizeof

throng = ctypes.CDLL(sys.argv[1])
throng.throng_last_error.restype = c_char_p
throng.throng_status_name.restype = c_char_p


class Position(ctypes.Structure):
    _fields_ = [("x", c_int32), ("y", c_int32)]


class Query(ctypes.Structure):
    _fields_ = [("start", Position), ("goal", Position)]


class BatchView(ctypes.Structure):
    """The first fields of throng_batch_view. `size` says that there are no more."""
    _fields_ = [("size", c_uint32), ("topology", c_int32), ("slots", c_size_t),
                ("requests", c_size_t), ("status", POINTER(c_uint8)),
                ("cost", POINTER(c_uint32))]


def call(function, *arguments):
    if function(*arguments) != 0:
        raise RuntimeError(throng.throng_last_error().decode())


def create(function, *arguments):
    handle = c_void_p()
    call(function, *arguments, byref(handle))
    return handle


def main():
    with open(sys.argv[2], "rb") as file:
        text = file.read()
    grid = create(throng.throng_grid_from_text, text, c_size_t(len(text)), None)
    solver = create(throng.throng_solver_create, grid, None)
    workers = create(throng.throng_workers_create, 0, None)
    batch = create(throng.throng_batch_create, None)

    queries = (Query * 1000)()
    for k, query in enumerate(queries):
        query.start = Position(k * 7 % 50, k * 3 % 40)
        query.goal = Position(k * 5 % 50, k * 11 % 40)
    call(throng.throng_solve, solver, queries, c_size_t(len(queries)), workers, None, None,
         batch)
    view = BatchView(size=sizeof(BatchView))
    call(throng.throng_batch_get, batch, byref(view))
    found = [k for k in range(view.slots) if view.status[k] == 0]
    digest, cost_digest = c_uint64(), c_uint64()
    call(throng.throng_batch_hash, batch, byref(digest), byref(cost_digest))
    print(f"{len(found)} of {view.slots} found, the first costs {view.cost[found[0]]}, "
          f"hash {digest.value:016x}")
    print("the last:", throng.throng_status_name(view.status[view.slots - 1]).decode())

    for destroy, handle in ((throng.throng_batch_destroy, batch),
                            (throng.throng_workers_destroy, workers),
                            (throng.throng_solver_destroy, solver),
                            (throng.throng_grid_release, grid)):
        call(destroy, handle)
    return 0 if found else 1


sys.exit(main())
