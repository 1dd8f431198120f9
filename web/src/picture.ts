// What the picture has of the tick that is looked at: movers, paths, objects, and the tree around the foot.
import { Vector3 } from 'three';
import type { Engine, Step, TickOf, Vec } from './engine/types';
import type { Looked } from './looked';
import type { Way } from './modes/way';
import type { Run } from './runs';
import type { Stage } from './scene/stage';
import { toast } from './ui/dom';

/** Of a long walk: what is far in its past is not drawn, since every tick would make it anew. */
const LAST_WALKED = 600;
const MOST_DRAWN = 20_000;

export class Picture {
  private shownTree = '';
  private figures = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
    private readonly looked: Looked,
  ) {}

  /** The open document's world, anew. */
  showWorld(): void {
    const doc = this.looked.doc!;
    const moving = new Set(this.looked.main.sightings.filter((s) => s.tick > 0 || !s.present).map((s) => s.id));
    this.stage.setWorld(this.engine.draw(), moving);
    this.stage.setMover(doc.mover);
    this.stage.showCrowd(null);
    this.forgetTree();
  }

  /** Says anew how deep the tree is. */
  forgetTree(): void {
    this.shownTree = '';
  }

  show(way: Way, now: TickOf | null, isLive: boolean): void {
    const run = way.run;
    if (run.crowd.length > 0) this.stage.showCrowd(run.crowd[this.looked.tick] ?? this.looked.doc!.members ?? null);
    this.stage.showObjects(run.sightings, this.looked.tick);
    this.stage.showMarks(now);
    const colour = this.stage.colours.mover;
    const most = isLive ? LAST_WALKED : MOST_DRAWN;
    this.stage.showPaths(
      [{ run, colour }, ...way.beside()].map((r) => {
        const { steps, begin } = r.run;
        return steps.length > most
          ? { steps: steps.slice(-most), begin: null, colour: r.colour }
          : { steps, begin, colour: r.colour };
      }),
    );
  }

  showTree(now: TickOf | null): void {
    if (!this.stage.layers.tree || now === null || this.stage.world === null) return;
    const drawing = this.stage.world.polygons.drawing;
    const at = new Vector3(...now.at);
    let source = drawing.sources.findIndex((s) => s.kind === 'cell' && s.id === now.cell);
    if (source < 0) {
      // Outdoors: of what it touched, else of the building or object that is nearest.
      source = drawing.sources.findIndex((s) => s.kind === 'object' && now.touched.includes(s.id));
      if (source < 0) source = drawing.sources.findIndex((s) => s.kind === 'building');
      if (source < 0) source = drawing.sources.findIndex((s) => s.kind === 'object' && (s.shapes?.length ?? 0) === 0);
    }
    const key = `${source}`;
    const foot = this.looked.doc!.mover.spheres[0]!;
    const depth = this.stage.showTree(source < 0 ? null : this.engine.tree(source), at.add(new Vector3(foot[0], foot[1], foot[2])));
    if (key === this.shownTree) return;
    this.shownTree = key;
    toast(source < 0 ? 'There is no BSP here' : `BSP: ${depth} ${depth === 1 ? 'plane' : 'planes'} deep at the foot`);
  }

  /** Movers and camera, `share` of the way from the tick before. */
  showMoving(way: Way, share: number): void {
    const { doc, tick } = this.looked;
    if (doc === null) return;
    if (way.run.crowd.length > 0) {
      this.stage.keepInSight(new Vector3(), 0);
      return;
    }
    const place = (run: Run): { at: Vec; step: Step | undefined } => {
      const to = run.steps[Math.min(tick, run.steps.length - 1)];
      const from = tick > 0 ? run.steps[Math.min(tick - 1, run.steps.length - 1)]?.at : run.begin;
      const end = to?.at ?? run.begin ?? [0, 0, 0];
      if (share >= 1 || from == null) return { at: end, step: to };
      return { at: end.map((v, k) => from[k]! + (v - from[k]!) * share) as Vec, step: to };
    };
    const rotationOf = (step: Step | undefined): [number, number, number, number] =>
      step?.rotation ?? doc.begin?.rotation ?? [1, 0, 0, 0];
    const main = place(way.run);
    this.stage.showFigure('main', main.at, rotationOf(main.step));
    const shown = new Set<string>();
    for (const { name, run, colour } of way.beside()) {
      const p = place(run);
      this.stage.showFigure(name, p.at, rotationOf(p.step), colour);
      shown.add(name);
    }
    for (const name of this.figures) if (!shown.has(name)) this.stage.hideFigure(name);
    this.figures = shown;
    const spheres = doc.mover.spheres;
    const middle = spheres.reduce((sum, s) => sum + s[2], 0) / spheres.length;
    const point = new Vector3(main.at[0], main.at[1], main.at[2] + middle);
    const widest = Math.max(...spheres.map((s) => s[3]));
    this.stage.keepInSight(point, Math.max(0.5, widest * 1.9));
    this.stage.orbit.follow(point);
  }
}
