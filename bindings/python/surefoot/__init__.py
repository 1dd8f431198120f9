"""Character movement exactly as the retail Asheron's Call client did it.

    world = surefoot.World.load("worlds/plain-room.world.json")
    mover = surefoot.Mover(radius=0.48, height=1.835, step_up_height=0.6, step_down_height=1.5)
    state = surefoot.State.standing(0x01010100, (5, 5, 0))
    world.move(mover, state, state.position.moved(0.1, 0, 0))

Metres, seconds, radians; positions are relative to the corner of their cell's landblock. `surefoot.h` is the full manual: names
here are its names.
"""

import json as _json

import numpy as _np

from . import _layout
from ._errors import Error
from ._surefoot import (Body, Builder, Mover, Position, Profile, Result, Runner, Scenario, Session, State, World, abi_version,
                        version)
from . import _surefoot

__all__ = ["Body", "Builder", "Error", "Mover", "Position", "Profile", "Result", "Runner", "Scenario", "Session", "State",
           "World", "abi_version", "divergences", "requests", "resolve_batch", "version"]

request_dtype = _layout.request
result_dtype = _layout.result
if (request_dtype.itemsize, result_dtype.itemsize) != _surefoot.struct_sizes():
    raise ImportError("surefoot: the layout of the structs is not the library's")


def requests(count):
    """`count` requests with default values: fill the fields in place."""
    made = _np.zeros(count, dtype=request_dtype)
    _surefoot.request_defaults(made)
    return made


def resolve_batch(world, requests, threads=1, profile=None, out=None):
    """Resolves every request in the world as it stands; the results, in their order, do not depend on `threads` (0: as many as
    the machine has). Both arrays are the engine's own structs: nothing is copied. Look at each result's `status`."""
    if out is None:
        out = _np.zeros(len(requests), dtype=result_dtype)
    if requests.dtype != request_dtype or out.dtype != result_dtype or len(out) != len(requests):
        raise ValueError("requests and out have the types request_dtype and result_dtype, and are as long")
    _surefoot.resolve_batch(world, requests, out, threads, profile)
    return out


def divergences():
    """The register of what known ports do differently."""
    return _json.loads(_surefoot.divergences_json())
