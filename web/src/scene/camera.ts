// A camera that looks at one point from around it: drag to turn, wheel or pinch to come nearer, right button or two
// fingers to shift. While following, the point is the mover's, and the camera stays behind his back until it is dragged.
import { PerspectiveCamera, Vector3 } from 'three';

const NEAREST = 0.8;
const FARTHEST = 900;
const FLATTEST = -1.2;
const STEEPEST = 1.54;
/** Pixels: who moves less has clicked. */
const CLICK = 5;

export interface View {
  yaw: number;
  pitch: number;
  distance: number;
  /** Null while it follows the mover. */
  target: [number, number, number] | null;
}

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(50, 1, 0.05, 2500);
  /** Direction the camera looks in, radians from +x. */
  yaw = Math.PI / 3;
  pitch = 0.5;
  distance = 9;
  following = true;
  /** Called when a person moved it. */
  onMove: () => void = () => {};
  /** Called when the picture was pressed at a point of the window and not dragged. */
  onClick: (x: number, y: number) => void = () => {};
  private readonly target = new Vector3();
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private pinch = 0;
  /** Pixels since a pointer was pressed. */
  private dragged = 0;

  constructor(private readonly element: HTMLElement) {
    this.camera.up.set(0, 0, 1);
    element.addEventListener('pointerdown', this.onDown);
    element.addEventListener('pointermove', this.onPointerMove);
    for (const kind of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      element.addEventListener(kind, (e) => this.pointers.delete(e.pointerId));
    element.addEventListener('pointerup', (e) => {
      if (e.button === 0 && this.dragged < CLICK) this.onClick(e.clientX, e.clientY);
    });
    element.addEventListener('wheel', this.onWheel, { passive: false });
    element.addEventListener('contextmenu', (e) => e.preventDefault());
  }

  get view(): View {
    const { yaw, pitch, distance } = this;
    return {
      yaw,
      pitch,
      distance,
      target: this.following ? null : [this.target.x, this.target.y, this.target.z],
    };
  }

  set view(v: View) {
    this.yaw = v.yaw;
    this.pitch = Math.min(STEEPEST, Math.max(FLATTEST, v.pitch));
    this.distance = Math.min(FARTHEST, Math.max(NEAREST, v.distance));
    this.following = v.target === null;
    if (v.target !== null) this.target.set(...v.target);
    this.place();
  }

  follow(point: Vector3): void {
    if (this.following) this.target.copy(point);
    this.place();
  }

  look(point: Vector3): void {
    this.target.copy(point);
    this.place();
  }

  /** Turns by radians, and comes nearer by a factor. */
  turn(yaw: number, pitch: number, nearer = 1): void {
    this.yaw += yaw;
    this.pitch = Math.min(STEEPEST, Math.max(FLATTEST, this.pitch + pitch));
    this.distance = Math.min(FARTHEST, Math.max(NEAREST, this.distance * nearer));
    this.place();
    this.onMove();
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    // A tall picture shows as much beside the mover as a wide one does.
    this.camera.fov = this.camera.aspect < 1 ? 68 : 50;
    this.camera.updateProjectionMatrix();
  }

  private place(): void {
    const flat = Math.cos(this.pitch) * this.distance;
    this.camera.position.set(
      this.target.x - Math.cos(this.yaw) * flat,
      this.target.y - Math.sin(this.yaw) * flat,
      this.target.z + Math.sin(this.pitch) * this.distance,
    );
    this.camera.lookAt(this.target);
    this.camera.near = Math.max(0.02, this.distance * 0.01);
    this.camera.far = Math.max(600, this.distance * 6);
    this.camera.updateProjectionMatrix();
  }

  private shift(dx: number, dy: number): void {
    this.following = false;
    const scale = this.distance * 0.0016;
    const right = new Vector3(Math.sin(this.yaw), -Math.cos(this.yaw), 0);
    const forward = new Vector3(Math.cos(this.yaw), Math.sin(this.yaw), 0);
    this.target.addScaledVector(right, -dx * scale).addScaledVector(forward, dy * scale);
    this.place();
    this.onMove();
  }

  private readonly onDown = (e: PointerEvent): void => {
    this.element.setPointerCapture(e.pointerId);
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    this.pinch = 0;
    this.dragged = this.pointers.size > 1 ? CLICK : 0;
  };

  private readonly onPointerMove = (e: PointerEvent): void => {
    const before = this.pointers.get(e.pointerId);
    if (before === undefined) return;
    const dx = e.clientX - before.x;
    const dy = e.clientY - before.y;
    this.dragged += Math.abs(dx) + Math.abs(dy);
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.pointers.size >= 2) {
      const [a, b] = [...this.pointers.values()];
      const apart = Math.hypot(a!.x - b!.x, a!.y - b!.y);
      if (this.pinch > 0 && apart > 0) this.turn(0, 0, this.pinch / apart);
      this.pinch = apart;
      this.shift(dx / 2, dy / 2);
      return;
    }
    if ((e.buttons & 2) !== 0 || e.ctrlKey) this.shift(dx, dy);
    else this.turn(-dx * 0.0055, dy * 0.0045);
  };

  private readonly onWheel = (e: WheelEvent): void => {
    e.preventDefault();
    this.turn(0, 0, Math.exp(e.deltaY * 0.0012));
  };
}
