"""The package over the shipped worlds: the engine's hashes, batches without copies, sessions, and misuse."""

import math
import os
import pathlib
import threading

import numpy as np
import pytest

import surefoot

ROOT = pathlib.Path(__file__).resolve().parents[3]
ROOM = 0x01010100
HASHES = dict(line.split() for line in (ROOT / "tests/golden/scenario-hashes.txt").read_text().splitlines() if line)


@pytest.fixture
def room():
    return surefoot.World.load(str(ROOT / "worlds/plain-room.world.json"))


def human(**more):
    return surefoot.Mover(radius=0.48, height=1.835, step_up_height=0.6, step_down_height=1.5, flags=0x100, **more)


def test_every_scenario_has_its_hash():
    lines = []
    for name, expected in HASHES.items():
        run = surefoot.Scenario.load(str(ROOT / f"worlds/{name}.scenario.json")).run()
        lines.append(f"{name} 0x{run['hash']:016x}\n")
        assert f"0x{run['hash']:016x}" == expected, name
        assert run["failed"] == 0, name
    if "SUREFOOT_HASHES" in os.environ:
        pathlib.Path(os.environ["SUREFOOT_HASHES"]).write_text("".join(lines))


def test_a_walk_ends_at_the_wall(room):
    state = surefoot.State.standing(ROOM, (15, 10, 0))
    result = room.move(human(), state, state.position.moved(0.1, 0))
    assert result.ok and result.on_walkable and result.cells == [ROOM] and result.touched == []
    for _ in range(60):
        room.move(human(), state, state.position.moved(0.1, 0))
    assert 19.3 < state.position.origin[0] < 19.5202
    why = room.explain(human(), state, state.position.moved(0.1, 0))
    assert why["rule"] and why["tree"]


def test_a_batch_is_the_single_moves_in_place(room):
    requests = surefoot.requests(200)
    requests["has_begin"] = 1
    mover = requests["mover"]
    mover["sphere_count"] = 1
    mover["spheres"][:, 0] = (0, 0, 0.48, 0.48)
    for end in ("begin", "end"):
        requests[end]["cell_id"] = ROOM
        requests[end]["rotation"] = (1, 0, 0, 0)
        requests[end]["origin"] = np.linspace((2, 2, 1), (18, 18, 1), 200)
    requests["end"]["origin"][:, 0] += 3
    requests["end"]["origin"][7, 0] = math.nan
    out = np.zeros(200, dtype=surefoot.result_dtype)
    assert surefoot.resolve_batch(room, requests, threads=2, out=out) is out
    assert out["status"][7] == 12 and (np.delete(out["status"], 7) == 0).all()
    assert (np.delete(out["position"]["origin"][:, 0], 7) <= 19.5202).all()
    again = surefoot.resolve_batch(room, requests, threads=1)
    assert again.tobytes() == out.tobytes()


def test_a_world_is_built_call_by_call(room):
    builder = surefoot.Builder("room")
    corners = [(0, 0, 0), (20, 0, 0), (20, 20, 0), (0, 20, 0), (0, 0, 6), (20, 0, 6), (20, 20, 6), (0, 20, 6)]
    faces = [[0, 1, 2, 3], [0, 3, 7, 4], [2, 1, 5, 6], [1, 0, 4, 5], [3, 2, 6, 7], [4, 7, 6, 5]]
    builder.cell(ROOM, corners, faces, portals=[(5, 0xFFFFFFFF)])
    built = builder.finish()
    ends = []
    for world in (built, room):
        state = surefoot.State.standing(ROOM, (3, 3, 0))
        for _ in range(50):
            world.move(human(), state, state.position.moved(0.31, 0.17))
        ends.append(state.position.origin)
    assert ends[0] == ends[1]
    groups, triangles, ids = built.geometry(ROOM)
    assert groups.tolist() == [[2, ROOM, ROOM, 0, 10, 0]] and triangles.shape == (10, 3, 3) and ids.shape == (10,)


def test_a_session_comes_back_from_a_saved_state(room):
    session = surefoot.Session(room)
    for i in (1, 2):
        body = surefoot.Body(human(object_id=i), surefoot.Position(ROOM, (5 + 5 * i, 5, 0)))
        body.walk = (0, 2, 0)
        session.add(body)
    for _ in range(30):
        session.tick()
    saved, before = session.save(), session.hash
    for _ in range(30):
        session.tick()
    after = session.hash
    session.restore(saved)
    assert session.hash == before
    for _ in range(30):
        session.tick()
    assert session.hash == after
    assert session.positions().shape == (2, 3) and session.body_ids() == [1, 2]


def test_misuse_is_an_error(room):
    with pytest.raises(surefoot.Error) as caught:
        surefoot.World.from_json('{"format": "surefoot-world/1", "name": "x", "cells": [{"id": "?"}]}')
    assert (caught.value.status, caught.value.where) == ("SF_ERROR_BAD_VALUE", "/cells/0/id")
    with pytest.raises(surefoot.Error, match="not finite|finite"):
        room.move(human(), surefoot.State.standing(ROOM, (5, 5, 0)), surefoot.Position(ROOM, (math.nan, 0, 0)))
    with pytest.raises(surefoot.Error):
        surefoot.Profile("nonesuch")
    with pytest.raises(ValueError):
        surefoot.resolve_batch(room, np.zeros(3), out=np.zeros(3))
    with pytest.raises(TypeError):
        surefoot.Session(None)
    room.close()
    for use in (room.json, room.fork, room.close, lambda: surefoot.Session(room)):
        with pytest.raises(surefoot.Error) as caught:
            use()
        assert caught.value.status == "SF_ERROR_BAD_HANDLE"


def test_two_threads_on_one_session_are_told(room):
    session = surefoot.Session(room)
    for i in range(1, 60):
        session.add(surefoot.Body(human(object_id=i), surefoot.Position(ROOM, (1 + i % 18, 1 + i // 4, 0))))
    seen = []

    def ticks():
        for _ in range(40):
            try:
                session.tick()
                seen.append("SF_OK")
            except surefoot.Error as error:
                seen.append(error.status)

    threads = [threading.Thread(target=ticks) for _ in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert set(seen) <= {"SF_OK", "SF_ERROR_BUSY"} and len(seen) == 120
    assert round(session.time * 30) == seen.count("SF_OK")
