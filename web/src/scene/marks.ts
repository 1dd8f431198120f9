// Small things drawn into the world: arrows, discs, outlines, paths.
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  LineLoop,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  RingGeometry,
  SphereGeometry,
  Vector3,
  type Object3D,
} from 'three';
import type { SphereOf, Vec } from '../engine/types';
import { bakeLight } from './world_mesh';

const UP = new Vector3(0, 0, 1);
const Y = new Vector3(0, 1, 0);

export const vector = (v: Vec): Vector3 => new Vector3(v[0], v[1], v[2]);

export function dispose(node: Object3D): void {
  node.traverse((o) => {
    const it = o as Partial<Mesh>;
    it.geometry?.dispose();
    if (it.material !== undefined && !Array.isArray(it.material)) it.material.dispose();
  });
  node.removeFromParent();
}

export function arrow(from: Vector3, along: Vector3, length: number, colour: number, thick = 0.02): Group {
  const group = new Group();
  const material = new MeshBasicMaterial({ color: colour });
  const head = Math.min(length * 0.35, thick * 7);
  const shaft = new Mesh(new CylinderGeometry(thick, thick, length - head, 10), material);
  shaft.position.y = (length - head) / 2;
  const tip = new Mesh(new ConeGeometry(thick * 2.6, head, 16), material);
  tip.position.y = length - head / 2;
  group.add(shaft, tip);
  group.quaternion.setFromUnitVectors(Y, along.clone().normalize());
  group.position.copy(from);
  return group;
}

/** A round piece of a plane, with its rim. */
export function disc(at: Vector3, normal: Vector3, radius: number, colour: number): Group {
  const group = new Group();
  const face = new Mesh(
    new RingGeometry(0, radius, 48),
    new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false }),
  );
  const rim = new Mesh(
    new RingGeometry(radius - Math.min(radius * 0.035, 0.03), radius, 64),
    new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.9, side: DoubleSide, depthWrite: false }),
  );
  group.add(face, rim);
  group.quaternion.setFromUnitVectors(UP, normal.clone().normalize());
  group.position.copy(at).addScaledVector(normal, 0.006);
  return group;
}

/** A polygon filled and outlined, lifted off its own face. */
export function patch(points: Vector3[], normal: Vector3, colour: number, opacity: number, lift = 0.01): Group {
  const group = new Group();
  const lifted = points.map((p) => p.clone().addScaledVector(normal, lift));
  const flat: number[] = [];
  for (let i = 2; i < lifted.length; ++i) flat.push(...lifted[0]!, ...lifted[i - 1]!, ...lifted[i]!);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(flat), 3));
  group.add(
    new Mesh(
      geometry,
      new MeshBasicMaterial({ color: colour, transparent: true, opacity, side: DoubleSide, depthWrite: false }),
    ),
  );
  const rim = new BufferGeometry().setFromPoints(lifted);
  group.add(new LineLoop(rim, new LineBasicMaterial({ color: colour, depthTest: false })));
  return group;
}

export function outlines(polygons: Vector3[][], colour: number): LineSegments {
  const points: Vector3[] = [];
  for (const p of polygons) p.forEach((v, i) => points.push(v, p[(i + 1) % p.length]!));
  return new LineSegments(
    new BufferGeometry().setFromPoints(points),
    new LineBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.9 }),
  );
}

export function sphereMesh(s: SphereOf, colour: number, opacity: number): Mesh {
  const geometry = new SphereGeometry(s[3], 32, 20);
  geometry.rotateX(Math.PI / 2);
  bakeLight(geometry, colour);
  geometry.translate(s[0], s[1], s[2]);
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, transparent: opacity < 1, opacity }));
}

/** Three great circles: a sphere that hides nothing. */
export function sphereWire(s: SphereOf, colour: number): LineSegments {
  const points: Vector3[] = [];
  const n = 40;
  for (let axis = 0; axis < 3; ++axis) {
    for (let i = 0; i < n; ++i) {
      for (const k of [i, i + 1]) {
        const a = (k / n) * 2 * Math.PI;
        const c = Math.cos(a) * s[3];
        const d = Math.sin(a) * s[3];
        points.push(
          new Vector3(
            s[0] + (axis === 0 ? 0 : c),
            s[1] + (axis === 0 ? c : axis === 1 ? 0 : d),
            s[2] + (axis === 2 ? 0 : d),
          ),
        );
      }
    }
  }
  return new LineSegments(
    new BufferGeometry().setFromPoints(points),
    new LineBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.85 }),
  );
}

/** The mover: its spheres, where it looks, and a drop line to its feet. */
export function moverOf(spheres: SphereOf[], colour: number, ghost: boolean): Group {
  const group = new Group();
  for (const s of spheres) {
    if (ghost) group.add(sphereWire(s, colour));
    group.add(sphereMesh(s, colour, ghost ? 0.25 : 0.82));
  }
  const foot = spheres[0]!;
  const nose = arrow(
    new Vector3(foot[0], foot[1] + foot[3] * 0.9, foot[2]),
    Y,
    Math.max(0.25, foot[3] * 0.9),
    colour,
    Math.max(0.012, foot[3] * 0.06),
  );
  group.add(nose);
  return group;
}

let dotTexture: CanvasTexture | undefined;
function dot(): CanvasTexture {
  if (dotTexture !== undefined) return dotTexture;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 32;
  const g = canvas.getContext('2d')!;
  g.fillStyle = '#fff';
  g.beginPath();
  g.arc(16, 16, 14, 0, 2 * Math.PI);
  g.fill();
  dotTexture = new CanvasTexture(canvas);
  return dotTexture;
}

/** A way through the world: a line, and a dot a tick in the colour of what it led to. */
export function pathOf(points: Vector3[], colours: string[], line: number): Group {
  const group = new Group();
  const positions = new Float32Array(points.length * 3);
  const shades = new Float32Array(points.length * 3);
  const colour = new Color();
  points.forEach((p, i) => {
    positions.set([p.x, p.y, p.z + 0.025], i * 3);
    colour.set(colours[i] ?? '#888').toArray(shades, i * 3);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  group.add(new Line(geometry, new LineBasicMaterial({ color: line, transparent: true, opacity: 0.7 })));
  const dots = new BufferGeometry();
  dots.setAttribute('position', new BufferAttribute(positions, 3));
  dots.setAttribute('color', new BufferAttribute(shades, 3));
  group.add(
    new Points(
      dots,
      new PointsMaterial({ size: points.length > 150 ? 4 : 7, sizeAttenuation: false, vertexColors: true, map: dot(), alphaTest: 0.5 }),
    ),
  );
  return group;
}
