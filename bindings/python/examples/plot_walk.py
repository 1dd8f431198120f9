#!/usr/bin/python3
"""Plots a shipped scenario from above and in profile, coloured by what the mover stood on.

    PYTHONPATH=build/release/python bindings/python/examples/plot_walk.py worlds/roof-landing.scenario.json out.png

Needs matplotlib (python3-matplotlib).
"""

import sys

import numpy as np

import surefoot


def main(path, picture):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.collections import PolyCollection

    scenario = surefoot.Scenario.load(path)
    trace = scenario.trace()
    steps = trace["steps"]
    way = np.array([s["position"] for s in steps])
    ground = np.array([s["transient"] & 3 for s in steps])  # CONTACT 1, ON_WALKABLE 2
    colours = np.array(["tab:blue", "tab:orange", "tab:green", "tab:green"])[ground]
    _, triangles, _ = scenario.world().geometry(int(steps[0]["cell"], 16))
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(way[:, :2], axis=0), axis=1))])

    figure, (above, profile) = plt.subplots(2, 1, figsize=(7, 9))
    above.add_collection(PolyCollection(triangles[:, :, :2], facecolor="none", edgecolor="0.85", linewidth=0.5))
    above.scatter(way[:, 0], way[:, 1], c=colours, s=8)
    above.set(title=f"{trace['scenario']}: {trace['ticks']} ticks, {trace['verdict']}", xlabel="x, m", ylabel="y, m")
    above.margins(0.3)
    above.set_aspect("equal", adjustable="datalim")
    profile.scatter(along, way[:, 2], c=colours, s=8)
    profile.set(xlabel="way, m", ylabel="z, m")
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
