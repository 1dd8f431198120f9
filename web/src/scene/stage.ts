// The picture: world, movers, paths, and what is marked of the current tick.
import {
  CanvasTexture,
  Color,
  DynamicDrawUsage,
  Fog,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Raycaster,
  Scene,
  Sphere,
  SphereGeometry,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import {
  Surface,
  type DrawingOf,
  type MoverOf,
  type Quat,
  type Sighting,
  type SphereOf,
  type Step,
  type TickOf,
  type TreeOf,
  type Vec,
} from '../engine/types';
import { OrbitCamera } from './camera';
import { arrow, disc, dispose, moverOf, outlines, patch, pathOf, sphereWire, vector } from './marks';
import { PALETTES, STANDS, standOf, type Palette, type Theme } from './palette';
import { cutAway, grid } from './surface_material';
import { bakeLight, WorldMesh, type PolygonOf } from './world_mesh';

const ETHEREAL = 0x4;
/** Metres from the camera to what it looks at. */
const FINE_EDGES_WITHIN = 250;

export interface Layers {
  edges: boolean;
  portals: boolean;
  path: boolean;
  marks: boolean;
  tree: boolean;
}

/** What is drawn unless somebody chooses. */
export const USUAL_LAYERS: Readonly<Layers> = { edges: true, portals: true, path: true, marks: true, tree: false };

interface Figure {
  group: Group;
  colour: number;
}

/** Smooth edges cost software GL more than all the rest: only where a graphics card draws, or when asked for (?smooth). */
function isSmooth(): boolean {
  if (new URLSearchParams(location.search).has('smooth')) return true;
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = info === null ? '' : String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|software/i.test(name);
}

/** Lighter towards the horizon. */
function skyOf(palette: Palette): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = 2;
  canvas.height = 256;
  const g = canvas.getContext('2d')!;
  const shade = g.createLinearGradient(0, 0, 0, 256);
  shade.addColorStop(0, new Color(palette.zenith).getStyle());
  shade.addColorStop(0.7, new Color(palette.sky).getStyle());
  g.fillStyle = shade;
  g.fillRect(0, 0, 2, 256);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

export class Stage {
  readonly orbit: OrbitCamera;
  readonly layers: Layers = { ...USUAL_LAYERS };
  world: WorldMesh | null = null;
  private readonly renderer: WebGLRenderer;
  private readonly smooth: boolean;
  private readonly fog = new Fog(0, 1, 2);
  private readonly scene = new Scene();
  private palette: Palette;
  private drawing: DrawingOf | null = null;
  private moving: ReadonlySet<number> = new Set();
  private mover: MoverOf | null = null;
  private readonly figures = new Map<string, Figure>();
  private readonly marks = new Group();
  private readonly highlights = new Group();
  private readonly paths = new Group();
  private readonly treeMarks = new Group();
  private crowd: InstancedMesh<SphereGeometry, MeshBasicMaterial> | null = null;
  private crowdPlaces: Vec[] = [];
  private dirty = true;

  constructor(canvas: HTMLCanvasElement, theme: Theme) {
    this.smooth = isSmooth();
    grid.on = this.smooth;
    this.renderer = new WebGLRenderer({ canvas, antialias: this.smooth });
    this.palette = PALETTES[theme];
    this.orbit = new OrbitCamera(canvas);
    this.scene.add(this.paths, this.marks, this.highlights, this.treeMarks);
    this.paint();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    this.resize();
  }

  private paint(): void {
    this.scene.background = this.smooth ? skyOf(this.palette) : new Color(this.palette.sky);
    this.fog.color.set(this.palette.fog);
    this.scene.fog = this.fog;
  }

  private resize(): void {
    const parent = this.renderer.domElement.parentElement!;
    const { clientWidth, clientHeight } = parent;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.orbit.resize(clientWidth, clientHeight);
    this.touch();
  }

  setTheme(theme: Theme): void {
    this.palette = PALETTES[theme];
    this.paint();
    if (this.drawing !== null) this.setWorld(this.drawing, this.moving);
    if (this.mover !== null) this.setMover(this.mover);
    this.touch();
  }

  get colours(): Palette {
    return this.palette;
  }

  setWorld(drawing: DrawingOf, moving: ReadonlySet<number>): void {
    this.drawing = drawing;
    this.moving = moving;
    if (this.world !== null) {
      this.world.dispose();
      this.world.group.removeFromParent();
    }
    this.world = new WorldMesh(drawing, this.palette, moving);
    this.scene.add(this.world.group);
    this.applyLayers();
  }

  applyLayers(): void {
    this.world?.showPortals(this.layers.portals);
    this.paths.visible = this.layers.path;
    this.marks.visible = this.layers.marks;
    this.treeMarks.visible = this.layers.tree;
    this.touch();
  }

  setMover(mover: MoverOf): void {
    this.mover = mover;
    for (const [name, f] of this.figures) {
      dispose(f.group);
      this.figures.delete(name);
    }
  }

  /** Shows a mover; the first one solid, any other as a ghost in its colour. */
  showFigure(name: string, at: Vec, rotation: Quat, colour?: number): void {
    if (this.mover === null) return;
    let f = this.figures.get(name);
    if (f === undefined) {
      const ghost = colour !== undefined;
      const shade = colour ?? this.palette.mover;
      f = { group: moverOf(this.mover.spheres, shade, ghost), colour: shade };
      this.figures.set(name, f);
      this.scene.add(f.group);
    }
    f.group.visible = true;
    f.group.position.set(...at);
    f.group.quaternion.copy(new Quaternion(rotation[1], rotation[2], rotation[3], rotation[0]));
    this.touch();
  }

  hideFigure(name: string): void {
    const f = this.figures.get(name);
    if (f !== undefined) f.group.visible = false;
    this.touch();
  }

  /** `chosen` is drawn as a figure by others; the rest pale beside it. */
  showCrowd(places: Vec[] | null, chosen: number | null = null): void {
    this.crowdPlaces = places ?? [];
    if (places === null || this.mover === null) {
      if (this.crowd !== null) dispose(this.crowd);
      this.crowd = null;
      return;
    }
    const spheres = this.mover.spheres;
    if (this.crowd === null || this.crowd.count !== places.length * spheres.length) {
      if (this.crowd !== null) dispose(this.crowd);
      const geometry = new SphereGeometry(1, 18, 12);
      geometry.rotateX(Math.PI / 2);
      bakeLight(geometry, this.palette.mover);
      this.crowd = new InstancedMesh(
        geometry,
        new MeshBasicMaterial({ vertexColors: true }),
        places.length * spheres.length,
      );
      this.crowd.instanceMatrix.setUsage(DynamicDrawUsage);
      this.crowd.frustumCulled = false;
      this.scene.add(this.crowd);
    }
    const m = new Matrix4();
    places.forEach((p, i) => {
      spheres.forEach((s, k) => {
        const size = i === chosen ? 0 : s[3];
        m.makeScale(size, size, size).setPosition(p[0] + s[0], p[1] + s[1], p[2] + s[2]);
        this.crowd!.setMatrixAt(i * spheres.length + k, m);
      });
    });
    this.crowd.instanceMatrix.needsUpdate = true;
    this.crowd.material.color.setScalar(chosen === null ? 1 : 0.6);
    this.touch();
  }

  /** Of a crowd: who is drawn at a point of the window. */
  memberAt(x: number, y: number): number | null {
    const box = this.renderer.domElement.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(
      new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2),
      this.orbit.camera,
    );
    const hit = new Vector3();
    let best: number | null = null;
    let nearest = Infinity;
    this.crowdPlaces.forEach((p, i) => {
      for (const s of this.mover?.spheres ?? []) {
        const centre = new Vector3(p[0] + s[0], p[1] + s[1], p[2] + s[2]);
        if (ray.ray.intersectSphere(new Sphere(centre, s[3]), hit) === null) continue;
        const far = hit.distanceTo(ray.ray.origin);
        if (far >= nearest) continue;
        nearest = far;
        best = i;
      }
    });
    return best;
  }

  /** Where in the window a point of the world is drawn. */
  windowPoint(at: Vec): { x: number; y: number } {
    const box = this.renderer.domElement.getBoundingClientRect();
    const p = vector(at).project(this.orbit.camera);
    return { x: box.left + ((p.x + 1) / 2) * box.width, y: box.top + ((1 - p.y) / 2) * box.height };
  }

  /** Where things that move are after a tick. */
  showObjects(sightings: Sighting[], tick: number): void {
    if (this.world === null || sightings.length === 0) return;
    this.world.resetObjects();
    for (const s of sightings) {
      if (s.tick > tick) break;
      this.world.moveObject(s.id, s.at, s.rotation, (s.state & ETHEREAL) === 0, s.present);
    }
    this.touch();
  }

  showPaths(runs: { steps: Step[]; begin: Vec | null; colour: number }[]): void {
    for (const child of [...this.paths.children]) dispose(child);
    for (const run of runs) {
      const points = run.steps.map((s) => vector(s.at));
      const colours = run.steps.map((s) => STANDS[standOf(s)].colour);
      if (run.begin !== null) {
        points.unshift(vector(run.begin));
        colours.unshift('#888888');
      }
      if (points.length > 0) this.paths.add(pathOf(points, colours, run.colour));
    }
    this.touch();
  }

  /** Contact plane, sliding normal and walkable polygon of a tick. */
  showMarks(now: TickOf | null): void {
    for (const child of [...this.marks.children]) dispose(child);
    this.touch();
    if (now === null || this.mover === null) return;
    const foot = this.mover.spheres[0]!;
    const centre = vector(now.at).add(new Vector3(foot[0], foot[1], foot[2]));
    if (now.contact !== null) {
      const normal = vector(now.contact.normal);
      const d = centre.clone().sub(vector(now.contact.point)).dot(normal);
      const touch = centre.clone().addScaledVector(normal, -d);
      this.marks.add(disc(touch, normal, Math.max(0.7, foot[3] * 1.7), this.palette.contact));
      this.marks.add(arrow(touch, normal, Math.max(0.5, foot[3] * 1.5), this.palette.contact));
      const under = this.polygonUnder(centre, normal, vector(now.contact.point));
      if (under !== null) {
        this.marks.add(patch(this.world!.polygons.points(under), normal, this.palette.walkable, 0.16));
      }
    }
    if (now.sliding !== null) {
      const n = vector(now.sliding);
      if (n.lengthSq() > 0) {
        const at = centre.clone().addScaledVector(n, -foot[3]);
        this.marks.add(arrow(at, n, foot[3] * 2.2, this.palette.sliding));
        this.marks.add(disc(at, n, foot[3] * 1.1, this.palette.sliding));
      }
    }
  }

  /** The drawn polygon that lies in a plane and under a point. */
  polygonUnder(point: Vector3, normal: Vector3, onPlane: Vector3): PolygonOf | null {
    if (this.world === null) return null;
    const polygons = this.world.polygons;
    const n = new Vector3();
    const a = new Vector3();
    const b = new Vector3();
    const edge = new Vector3();
    const to = new Vector3();
    for (let i = 0; i < polygons.count; ++i) {
      const p = polygons.get(i);
      polygons.vertex(p, 0, a);
      if (Math.abs(to.copy(a).sub(onPlane).dot(normal)) > 0.02) continue;
      if (polygons.normal(p, n).dot(normal) < 0.999) continue;
      let inside = true;
      for (let k = 0; k < p.count && inside; ++k) {
        polygons.vertex(p, k, a);
        polygons.vertex(p, (k + 1) % p.count, b);
        inside = edge.copy(b).sub(a).cross(to.copy(point).sub(a)).dot(n) > -0.001;
      }
      if (inside) return p;
    }
    return null;
  }

  /** How many of the points something that is drawn hides from `eye`. */
  hiddenFrom(eye: Vector3, points: Vector3[]): number {
    if (this.world === null) return 0;
    const polygons = this.world.polygons;
    const n = new Vector3();
    const [a, b, edge, hit] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
    const hidden = new Set<number>();
    for (let i = 0; i < polygons.count; ++i) {
      const p = polygons.get(i);
      if (p.surface === Surface.Portal) continue;
      polygons.normal(p, n);
      polygons.vertex(p, 0, a);
      const above = n.dot(edge.copy(eye).sub(a));
      if (above <= 0) continue; // seen from behind it is not drawn
      points.forEach((point, k) => {
        const below = n.dot(edge.copy(point).sub(a));
        if (below >= 0 || hidden.has(k)) return;
        hit.copy(eye).lerp(point, above / (above - below));
        for (let v = 0; v < p.count; ++v) {
          polygons.vertex(p, v, a);
          polygons.vertex(p, (v + 1) % p.count, b);
          if (edge.copy(b).sub(a).cross(hit.clone().sub(a)).dot(n) < 0) return;
        }
        hidden.add(k);
      });
    }
    return hidden.size;
  }

  clearHighlights(): void {
    for (const child of [...this.highlights.children]) dispose(child);
    this.touch();
  }

  highlightPolygon(p: PolygonOf): void {
    const polygons = this.world!.polygons;
    const normal = polygons.normal(p, new Vector3());
    this.highlights.add(patch(polygons.points(p), normal, this.palette.highlight, 0.45, 0.015));
    this.touch();
  }

  highlightSource(source: number): void {
    const polygons = this.world!.polygons;
    const all: Vector3[][] = [];
    for (let i = 0; i < polygons.count; ++i) {
      const p = polygons.get(i);
      if (p.source === source) all.push(polygons.points(p));
    }
    if (all.length > 0) this.highlights.add(outlines(all, this.palette.highlight));
    for (const s of this.drawing?.sources[source]?.shapes ?? []) {
      const low: SphereOf = [s.at[0], s.at[1], s.at[2], s.radius];
      this.highlights.add(sphereWire(low, this.palette.highlight));
      if (s.height !== undefined)
        this.highlights.add(sphereWire([s.at[0], s.at[1], s.at[2] + s.height, s.radius], this.palette.highlight));
    }
    this.touch();
  }

  highlightPlane(at: Vector3, normal: Vector3, radius: number): void {
    this.highlights.add(disc(at, normal, radius, this.palette.highlight));
    this.highlights.add(arrow(at, normal, radius * 1.2, this.palette.highlight, 0.025));
    this.touch();
  }

  highlightSphere(s: SphereOf): void {
    this.highlights.add(sphereWire(s, this.palette.highlight));
    this.touch();
  }

  /** What a resolve wished for, from where. */
  markWish(from: Vec, to: Vec): void {
    const a = vector(from);
    const way = vector(to).sub(a);
    const length = way.length();
    if (length < 1e-4) return;
    const foot = this.mover?.spheres[0] ?? [0, 0, 0, 0.3];
    a.z += foot[2];
    this.marks.add(arrow(a, way, Math.max(length, 0.3), this.palette.wish, 0.018));
    this.touch();
  }

  /** The way down a tree to where a point is: bounding spheres and splitting planes. */
  showTree(tree: TreeOf | null, point: Vector3): number {
    for (const child of [...this.treeMarks.children]) dispose(child);
    let depth = 0;
    for (let node = tree; node !== null; ) {
      this.treeMarks.add(sphereWire(node.sphere, depth === 0 ? this.palette.contact : this.palette.wish));
      if (node.normal === undefined || node.point === undefined) break;
      const normal = vector(node.normal);
      const centre = new Vector3(node.sphere[0], node.sphere[1], node.sphere[2]);
      const off = centre.clone().sub(vector(node.point)).dot(normal);
      const radius = Math.sqrt(Math.max(0.01, node.sphere[3] ** 2 - off ** 2));
      this.treeMarks.add(disc(centre.addScaledVector(normal, -off), normal, radius, this.palette.wish));
      const front = point.clone().sub(vector(node.point)).dot(normal) >= 0;
      node = (front ? node.pos : node.neg) ?? null;
      depth += 1;
    }
    this.applyLayers();
    return depth;
  }

  touch(): void {
    this.dirty = true;
  }

  /** Keeps the view on a point free, `radius` metres around; 0: of nothing. */
  keepInSight(point: Vector3, radius: number): void {
    cutAway.mover.value.copy(point);
    cutAway.radius.value = radius;
  }

  /** From afar: no haze over what is looked at, and no edges that are finer than the picture. */
  private suitDistance(): void {
    const { distance } = this.orbit;
    this.fog.near = Math.max(120, distance * 1.5);
    this.fog.far = Math.max(900, distance * 6);
    this.world?.showEdges(this.layers.edges, distance < FINE_EDGES_WITHIN);
  }

  /** Draws if something changed; answers whether it did. */
  render(force = false): boolean {
    if (!this.dirty && !force) return false;
    this.dirty = false;
    this.suitDistance();
    this.renderer.render(this.scene, this.orbit.camera);
    return true;
  }

  /** One frame to its last pixel, milliseconds: what the frame-time test measures. */
  timeFrame(): number {
    this.suitDistance();
    const begin = performance.now();
    this.renderer.render(this.scene, this.orbit.camera);
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return performance.now() - begin;
  }

  png(): string {
    this.render(true);
    return this.renderer.domElement.toDataURL('image/png');
  }
}
