// Finds in the picture what a line of the rule tree is about, and highlights it.
import { Vector3 } from 'three';
import type { DrawingOf, MoverOf, Vec } from './engine/types';
import { blockOffset } from './runs';
import { vector } from './scene/marks';
import type { Stage } from './scene/stage';
import type { PolygonOf } from './scene/world_mesh';
import type { About } from './ui/tree';

export interface Moment {
  at: Vec;
  /** Where the step ended. */
  reached: Vec;
  cell: number;
  base: number;
  mover: MoverOf;
  touched: number[];
  /** Of a crowd: where the others are, by id. */
  others: Map<number, Vec>;
}

/** Of the polygons with this id the one nearest to the mover; ids are unique within a shape only. */
function nearestPolygon(stage: Stage, id: number, from: Vector3, normal: Vec | undefined): PolygonOf | null {
  const polygons = stage.world!.polygons;
  const wanted = normal === undefined ? null : vector(normal);
  const n = new Vector3();
  const v = new Vector3();
  let best: PolygonOf | null = null;
  let least = Infinity;
  for (let i = 0; i < polygons.count; ++i) {
    const p = polygons.get(i);
    if (p.id !== id || p.surface === 4 || polygons.drawing.sources[p.source]!.kind === 'land') continue;
    polygons.normal(p, n);
    const off = Math.abs(v.copy(from).sub(polygons.vertex(p, 0, v.clone())).dot(n));
    const middle = new Vector3();
    for (let k = 0; k < p.count; ++k) middle.add(polygons.vertex(p, k, v));
    middle.divideScalar(p.count);
    // Near its plane, near it, and facing as the rule says, in that order of weight.
    const wrong = wanted !== null && n.dot(wanted) < 0.99 ? 50 : 0;
    const far = off * 3 + middle.distanceTo(from) * 0.2 + wrong;
    if (far < least) {
      least = far;
      best = p;
    }
  }
  return best;
}

function sourceOf(drawing: DrawingOf, test: (kind: string, id: number) => boolean): number {
  return drawing.sources.findIndex((s) => test(s.kind, s.id));
}

/** An object of the world, or another of the crowd. */
function highlightObject(stage: Stage, drawing: DrawingOf, id: number, moment: Moment): void {
  const source = sourceOf(drawing, (kind, of) => kind === 'object' && of === id);
  if (source >= 0) stage.highlightSource(source);
  const at = moment.others.get(id);
  if (at === undefined) return;
  for (const s of moment.mover.spheres) stage.highlightSphere([at[0] + s[0], at[1] + s[1], at[2] + s[2], s[3]]);
}

export function highlight(stage: Stage, about: About | null, moment: Moment): void {
  stage.clearHighlights();
  if (about === null || stage.world === null) return;
  const foot = moment.mover.spheres[0]!;
  const centre = vector(moment.at).add(new Vector3(foot[0], foot[1], foot[2]));
  const drawing = stage.world.polygons.drawing;
  let found: PolygonOf | null = null;
  if (about.polygon !== undefined) {
    found = nearestPolygon(stage, about.polygon, centre, about.normal);
    if (found !== null) stage.highlightPolygon(found);
  }
  if (about.normal !== undefined && found === null) {
    const n = vector(about.normal);
    if (n.lengthSq() > 0.01) {
      n.normalize();
      // The surface it stood on, or came to stand on, where that is what the rule speaks of.
      for (const place of [moment.reached, moment.at]) {
        const c = vector(place).add(new Vector3(foot[0], foot[1], foot[2]));
        const under = stage.polygonUnder(c, n, c.clone().addScaledVector(n, -foot[3]));
        if (under === null) continue;
        stage.highlightPolygon(under);
        break;
      }
      stage.highlightPlane(centre.clone().addScaledVector(n, -foot[3]), n, Math.max(0.6, foot[3] * 1.6));
    }
  }
  if (about.sphere !== undefined) {
    const o = blockOffset(moment.base, moment.cell);
    const [x, y, z] = about.sphere;
    stage.highlightSphere([x + o[0], y + o[1], z + o[2], foot[3]]);
  }
  if (about.object !== undefined) {
    highlightObject(stage, drawing, about.object, moment);
  } else if (/^(sphere|cyl)_/.test(about.fn)) {
    for (const touched of moment.touched) highlightObject(stage, drawing, touched, moment);
    stage.highlightSphere([centre.x, centre.y, centre.z, foot[3]]);
  } else if (about.cell !== undefined && found === null) {
    const source = sourceOf(drawing, (kind, id) => (kind === 'cell' || kind === 'land') && id === about.cell);
    if (source >= 0) stage.highlightSource(source);
  }
}
