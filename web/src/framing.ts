// Where the camera begins: near enough to see a whole run, from the side on which least hides it.
import { Vector3 } from 'three';
import type { MoverOf, Vec } from './engine/types';
import type { Run } from './runs';
import type { Stage } from './scene/stage';

/** Looks at a run from beside it, near enough to see it all. */
export function frameRun(stage: Stage, run: Run, mover: MoverOf | undefined): void {
  const points = run.crowd.length > 0 ? run.crowd.flat() : run.steps.map((s) => s.at);
  const begin = run.begin ?? points[0] ?? [0, 0, 0];
  const low = [...begin];
  const high = [...begin];
  for (const p of points) {
    for (let k = 0; k < 3; ++k) {
      low[k] = Math.min(low[k]!, p[k]!);
      high[k] = Math.max(high[k]!, p[k]!);
    }
  }
  const size = Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
  const last = points[points.length - 1] ?? begin;
  const way = Math.atan2(last[1]! - begin[1]!, last[0]! - begin[0]!);
  const orbit = stage.orbit;
  const long = Math.hypot(last[0]! - begin[0]!, last[1]! - begin[1]!) > 0.3;
  orbit.yaw = (long ? way : 0.4) + 0.75;
  orbit.pitch = 0.42;
  orbit.distance = Math.min(80, Math.max(5, size * 1.25));
  orbit.following = size < 14;
  const middle = new Vector3(...low.map((l, k) => (l + high[k]!) / 2));
  if (!orbit.following) orbit.look(middle);
  const some = [0, 0.25, 0.5, 0.75, 1].map((share): Vec => points[Math.floor(share * (points.length - 1))] ?? begin);
  const foot = mover?.spheres[0] ?? [0, 0, 0.5, 0.5];
  lookFreely(stage, orbit.following ? null : middle, some.map((p) => new Vector3(p[0], p[1], p[2] + foot[2])));
}

/** Turns the camera to the side on which least hides these places. */
function lookFreely(stage: Stage, centre: Vector3 | null, places: Vector3[]): void {
  const orbit = stage.orbit;
  const preferred = orbit.yaw;
  let best = preferred;
  let least = Infinity;
  for (const turn of [0, -1.5, 1.5, 3.1, -0.75, 0.75, 2.3, -2.3]) {
    const yaw = preferred + turn;
    const flat = Math.cos(orbit.pitch) * orbit.distance;
    const hidden = places.reduce((sum, place) => {
      const c = centre ?? place;
      const eye = new Vector3(c.x - Math.cos(yaw) * flat, c.y - Math.sin(yaw) * flat, c.z + Math.sin(orbit.pitch) * orbit.distance);
      return sum + stage.hiddenFrom(eye, [place]);
    }, 0);
    if (hidden >= least) continue;
    least = hidden;
    best = yaw;
  }
  orbit.yaw = best;
}
