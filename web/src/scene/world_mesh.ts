// The world as two draw calls: all polygons, and all their edges. Light is baked into the colours: software GL has to
// keep up with 20,000 polygons.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import {
  ALL_WATER,
  PARTLY_WATER,
  POLYGON_WORDS,
  Surface,
  type DrawingOf,
  type Quat,
  type SourceOf,
  type Vec,
} from '../engine/types';
import type { Palette } from './palette';
import { surfaceMaterial } from './surface_material';

export interface PolygonOf {
  index: number;
  source: number;
  id: number;
  surface: Surface;
  water: number;
  first: number;
  count: number;
}

export class Polygons {
  readonly count: number;

  constructor(readonly drawing: DrawingOf) {
    this.count = drawing.table.length / POLYGON_WORDS;
  }

  get(index: number): PolygonOf {
    const t = this.drawing.table;
    const at = index * POLYGON_WORDS;
    const surface = t[at + 2]!;
    return {
      index,
      source: t[at]!,
      id: t[at + 1]!,
      surface: (surface & 0xff) as Surface,
      water: surface & (PARTLY_WATER | ALL_WATER),
      first: t[at + 3]!,
      count: t[at + 4]!,
    };
  }

  vertex(polygon: PolygonOf, i: number, out: Vector3): Vector3 {
    const at = (polygon.first + i) * 3;
    const v = this.drawing.vertices;
    return out.set(v[at]!, v[at + 1]!, v[at + 2]!);
  }

  points(polygon: PolygonOf): Vector3[] {
    return Array.from({ length: polygon.count }, (_, i) => this.vertex(polygon, i, new Vector3()));
  }

  /** Newell's, as polygons may be thin. */
  normal(polygon: PolygonOf, out: Vector3): Vector3 {
    out.set(0, 0, 0);
    const a = new Vector3();
    const b = new Vector3();
    for (let i = 0; i < polygon.count; ++i) {
      this.vertex(polygon, i, a);
      this.vertex(polygon, (i + 1) % polygon.count, b);
      out.x += (a.y - b.y) * (a.z + b.z);
      out.y += (a.z - b.z) * (a.x + b.x);
      out.z += (a.x - b.x) * (a.y + b.y);
    }
    return out.normalize();
  }
}

const LIGHT = new Vector3(-0.45, -0.6, 0.66).normalize();

function shaded(base: Color, normal: Vector3, out: Color): Color {
  return out.copy(base).multiplyScalar(0.74 + 0.33 * Math.max(-0.45, normal.dot(LIGHT)));
}

interface Batch {
  positions: number[];
  colours: number[];
  edges: number[];
  /** Those of everything but land: too fine to see from afar. */
  fine: number[];
  /** Edges there are already: neighbours share them. */
  known: Set<string>;
}

const emptyBatch = (): Batch => ({ positions: [], colours: [], edges: [], fine: [], known: new Set() });

const FINE = 'fine-edges';

function meshOf(batch: Batch, palette: Palette): Group {
  const group = new Group();
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(batch.positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(batch.colours), 3));
  // Seen from behind nothing is drawn: rooms open towards the camera.
  group.add(new Mesh(geometry, surfaceMaterial()));
  for (const [name, list] of [
    ['edges', batch.edges],
    [FINE, batch.fine],
  ] as const) {
    if (list.length === 0) continue;
    const lines = new BufferGeometry();
    lines.setAttribute('position', new BufferAttribute(new Float32Array(list), 3));
    const edges = new LineSegments(
      lines,
      new LineBasicMaterial({ color: palette.edge, transparent: true, opacity: palette.edgeOpacity }),
    );
    edges.name = name;
    group.add(edges);
  }
  return group;
}

const keyOf = (v: readonly number[]): string => v.map((x) => Math.round(x * 500)).join(',');

function isPlaced(source: SourceOf): boolean {
  return source.kind === 'object';
}

const toVector = (v: Vec): Vector3 => new Vector3(v[0], v[1], v[2]);
const toQuaternion = (q: Quat): Quaternion => new Quaternion(q[1], q[2], q[3], q[0]);
const frameOf = (at: Vec, rotation: Quat): Matrix4 =>
  new Matrix4().compose(toVector(at), toQuaternion(rotation), new Vector3(1, 1, 1));

export class WorldMesh {
  readonly group = new Group();
  readonly polygons: Polygons;
  private readonly portals = new Group();
  private readonly edges: LineSegments[] = [];
  /** Objects that may move have a mesh each. */
  private readonly objects = new Map<number, { node: Group; first: Matrix4 }>();

  constructor(drawing: DrawingOf, palette: Palette, moving: ReadonlySet<number>) {
    this.polygons = new Polygons(drawing);
    const still = emptyBatch();
    const apart = new Map<number, Batch>();
    const portals = emptyBatch();
    const colour = new Color();
    const base = new Color();
    const water = new Color(palette.water);
    const normal = new Vector3();
    for (let i = 0; i < this.polygons.count; ++i) {
      const p = this.polygons.get(i);
      const source = drawing.sources[p.source]!;
      let batch = still;
      if (p.surface === Surface.Portal) batch = portals;
      else if (isPlaced(source) && moving.has(source.id)) {
        batch = apart.get(p.source) ?? emptyBatch();
        apart.set(p.source, batch);
      }
      base.set(palette.surface[p.surface]);
      if (p.water & ALL_WATER) base.lerp(water, 0.8);
      else if (p.water & PARTLY_WATER) base.lerp(water, 0.45);
      shaded(base, this.polygons.normal(p, normal), colour);
      this.add(batch, p, colour, source.kind === 'land' || p.surface === Surface.Portal);
    }
    this.group.add(this.keep(meshOf(still, palette)));
    for (const [number, batch] of apart) this.place(drawing.sources[number]!, this.keep(meshOf(batch, palette)));
    drawing.sources.forEach((source) => this.addShapes(source, palette, moving));
    this.addPortals(portals, palette);
  }

  private add(batch: Batch, p: PolygonOf, colour: Color, coarse: boolean): void {
    const v = this.polygons.drawing.vertices;
    const at = (i: number): [number, number, number] => {
      const k = (p.first + i) * 3;
      return [v[k]!, v[k + 1]!, v[k + 2]!];
    };
    for (let i = 2; i < p.count; ++i) {
      batch.positions.push(...at(0), ...at(i - 1), ...at(i));
      for (let k = 0; k < 3; ++k) batch.colours.push(colour.r, colour.g, colour.b);
    }
    for (let i = 0; i < p.count; ++i) {
      const [a, b] = [at(i), at((i + 1) % p.count)];
      const [ka, kb] = [keyOf(a), keyOf(b)];
      const key = ka < kb ? `${ka}|${kb}` : `${kb}|${ka}`;
      if (batch.known.has(key)) continue;
      batch.known.add(key);
      (coarse ? batch.edges : batch.fine).push(...a, ...b);
    }
  }

  private keep(group: Group): Group {
    group.traverse((o) => {
      if (o instanceof LineSegments) this.edges.push(o);
    });
    return group;
  }

  private place(source: SourceOf, node: Group): void {
    const known = this.objects.get(source.id);
    if (known !== undefined) {
      known.node.add(node);
      return;
    }
    const holder = new Group();
    holder.matrixAutoUpdate = false;
    holder.add(node);
    this.group.add(holder);
    this.objects.set(source.id, {
      node: holder,
      first: frameOf(source.origin ?? [0, 0, 0], source.rotation ?? [1, 0, 0, 0]),
    });
  }

  private addShapes(source: SourceOf, palette: Palette, moving: ReadonlySet<number>): void {
    if (source.shapes === undefined || source.shapes.length === 0) return;
    const node = new Group();
    for (const s of source.shapes) {
      let geometry: BufferGeometry;
      if (s.height !== undefined) {
        geometry = new CylinderGeometry(s.radius, s.radius, Math.max(s.height, 0.01), 28, 1);
        geometry.rotateX(Math.PI / 2);
        geometry.translate(s.at[0], s.at[1], s.at[2] + s.height / 2);
      } else {
        geometry = new SphereGeometry(s.radius, 24, 16);
        geometry.rotateX(Math.PI / 2);
        geometry.translate(s.at[0], s.at[1], s.at[2]);
      }
      bakeLight(geometry, palette.shape);
      node.add(new Mesh(geometry, surfaceMaterial()));
    }
    if (moving.has(source.id)) this.place(source, node);
    else this.group.add(node);
  }

  private addPortals(batch: Batch, palette: Palette): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(batch.positions), 3));
    const faces = new Mesh(
      geometry,
      new MeshBasicMaterial({
        color: palette.surface[Surface.Portal],
        transparent: true,
        opacity: 0.18,
        side: DoubleSide,
        depthWrite: false,
      }),
    );
    const lines = new BufferGeometry();
    lines.setAttribute('position', new BufferAttribute(new Float32Array(batch.edges), 3));
    const edges = new LineSegments(lines, new LineBasicMaterial({ color: palette.surface[Surface.Portal] }));
    this.portals.add(faces, edges);
    this.group.add(this.portals);
  }

  showEdges(on: boolean, fine: boolean): void {
    for (const e of this.edges) e.visible = on && (fine || e.name !== FINE);
  }

  showPortals(on: boolean): void {
    this.portals.visible = on;
  }

  /** Where an object that moves is now; open doors are seen through. */
  moveObject(id: number, at: Vec, rotation: Quat, solid: boolean, present: boolean): void {
    const o = this.objects.get(id);
    if (o === undefined) return;
    o.node.matrix.copy(frameOf(at, rotation)).multiply(o.first.clone().invert());
    o.node.visible = present;
    o.node.traverse((m) => {
      if (m instanceof Mesh) {
        const material = m.material as MeshBasicMaterial;
        material.transparent = !solid;
        material.opacity = solid ? 1 : 0.3;
        material.needsUpdate = true;
      }
    });
  }

  resetObjects(): void {
    for (const { node } of this.objects.values()) {
      node.matrix.identity();
      node.visible = true;
      node.traverse((m) => {
        if (m instanceof Mesh) {
          const material = m.material as MeshBasicMaterial;
          material.transparent = false;
          material.opacity = 1;
        }
      });
    }
  }

  dispose(): void {
    this.group.traverse((o) => {
      if (o instanceof Mesh || o instanceof LineSegments) {
        (o.geometry as BufferGeometry).dispose();
        (o.material as MeshBasicMaterial).dispose();
      }
    });
  }
}

/** Colours by the light of the world, for curved things. */
export function bakeLight(geometry: BufferGeometry, colour: number): void {
  const normals = geometry.getAttribute('normal');
  const base = new Color(colour);
  const out = new Color();
  const n = new Vector3();
  const colours = new Float32Array(normals.count * 3);
  for (let i = 0; i < normals.count; ++i) {
    n.fromBufferAttribute(normals, i);
    shaded(base, n, out).toArray(colours, i * 3);
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
}
