// The page: one document, one way of looking at it, one tick of it.
import { Vector3 } from 'three';
import { highlight } from './about';
import {
  EngineError,
  type DocumentOf,
  type Engine,
  type Parting,
  type Register,
  type Step,
  type TickOf,
  type Traced,
  type Vec,
} from './engine/types';
import { Files, folderOf, isDropped, join, kindOf, shownName } from './files/files';
import { readAddress, writeAddress, type Address } from './files/url';
import { walkFrom, walkInWorld } from './files/walk_scenario';
import { emptyRun, lengthOf, partingOf, playOut, readCapture, readTrace, type Run } from './runs';
import type { Theme } from './scene/palette';
import { Stage, type Layers } from './scene/stage';
import { ComparePanel } from './ui/compare_panel';
import { Controls } from './ui/controls';
import { byId, copyText, el, say, toast } from './ui/dom';
import { errorPage } from './ui/error_page';
import { ExplainPanel } from './ui/explain_panel';
import { Header, type Mode } from './ui/header';
import { firstRunHint, helpDialog } from './ui/help';
import { Readout, tellTick } from './ui/readout';
import type { About } from './ui/tree';
import { Walker } from './walker';

const TICKS_A_SECOND = 30;
const GHOST = 'other';
/** Of overlaid recordings. */
const EXTRA_COLOURS = [0x8b5cf6, 0xdb2777, 0x65a30d, 0x0891b2];

export class App {
  private readonly files: Files;
  private readonly stage: Stage;
  private readonly header: Header;
  private readonly controls: Controls;
  private readonly readout = new Readout();
  private readonly explain: ExplainPanel;
  private readonly compare: ComparePanel;
  private readonly help = helpDialog();

  private mode: Mode = 'replay';
  private path = '';
  private json: Record<string, unknown> = {};
  private doc: DocumentOf | null = null;
  private main: Run = emptyRun('', 'main', null);
  private other: Run | null = null;
  private readonly extra: Run[] = [];
  private parting: Parting | null = null;
  private sides: [string, string] = ['retail', 'retail'];
  private walker: Walker | null = null;
  private tick = -1;
  private playing = false;
  private loop = false;
  private speed = 1;
  private owed = 0;
  private traced: Traced | null = null;
  private now: TickOf | null = null;
  private shownTree = '';
  private addressTimer = 0;
  private opening = 0;

  constructor(private readonly engine: Engine) {
    this.files = new Files(engine);
    this.stage = new Stage(byId('canvas') as HTMLCanvasElement, this.theme);
    document.documentElement.dataset.theme = this.theme;
    this.stage.orbit.onMove = () => {
      this.stage.touch();
      this.writeAddress();
    };
    this.header = new Header({
      open: (path) => void this.open({ open: path }),
      files: (list) => void this.drop(list),
      mode: (mode) => void this.setMode(mode),
      link: () => void this.copyLink(),
      png: () => this.savePng(),
      theme: () => this.switchTheme(),
      help: () => this.help.showModal(),
    });
    this.controls = new Controls({
      seek: (tick) => this.seek(tick),
      step: (by) => this.step(by),
      toEnd: (last) => this.seek(last ? this.length - 1 : -1),
      toggle: () => this.setPlaying(!this.playing),
      undo: (n) => this.undo(n),
      loop: (on) => {
        this.loop = on;
      },
      speed: (factor) => {
        this.speed = factor;
      },
      layer: (name, on) => this.setLayer(name, on),
      key: (code, down) => this.walkKey(code, down),
      copyWalk: () => void this.copyWalk(),
      backToScenario: () => void this.open({ open: this.path }),
    });
    this.explain = new ExplainPanel(engine.register, {
      about: (about) => this.showAbout(about),
      copy: () => void this.copyMoment(),
    });
    this.compare = new ComparePanel(engine.register, {
      profiles: (left, right) => {
        this.sides = [left, right];
        void this.runCompare();
      },
      goToParting: () => this.goToParting(),
    });
    byId('overlay').append(this.readout.node);
    document.body.append(this.help);
    this.listen();
  }

  get register(): Register {
    return this.engine.register;
  }

  // --- opening -------------------------------------------------------------------------------------------------------

  async begin(): Promise<void> {
    await this.files.list();
    this.listFiles();
    const hint = firstRunHint();
    if (hint !== null) byId('overlay').append(hint);
    const address = readAddress(location.hash);
    const first = this.files.given[0] ?? this.files.shipped.find((f) => f.path === 'roof-landing.scenario.json')?.path;
    if (address.open === undefined && first !== undefined)
      address.open = this.files.given.length > 0 ? first : `/shipped/${first}`;
    if (address.open !== undefined) {
      await this.open(address);
      // Further files that were named are laid over the first: recordings of the same thing.
      for (const path of this.files.given) {
        if (path !== address.open && path.endsWith('.jsonl')) await this.overlay(path);
      }
    }
    this.frame();
  }

  private readonly own: { path: string; name: string }[] = [];

  private listFiles(): void {
    const given = this.files.given.map((path) => ({ path, name: shownName(path) }));
    this.header.list(this.files.shipped, [...given, ...this.own]);
  }

  private async drop(list: File[]): Promise<void> {
    const paths: string[] = [];
    for (const file of list) paths.push(this.files.drop(file.name, await file.text()));
    for (const path of paths) {
      if (!this.own.some((o) => o.path === path)) this.own.push({ path, name: shownName(path) });
    }
    this.listFiles();
    const kinds = paths.map((path) => kindOf(path, this.files.text(path) ?? ''));
    const main = paths[kinds.indexOf('scenario')] ?? paths[kinds.indexOf('world')] ?? paths.find((p) => !p.endsWith('.jsonl'));
    if (main !== undefined) await this.open({ open: main });
    for (const path of paths) if (path.endsWith('.jsonl')) await this.overlay(path);
  }

  /** Opens a document and looks at it as an address says. */
  private async open(address: Address): Promise<void> {
    const path = address.open ?? '';
    const turn = ++this.opening;
    this.closeError();
    try {
      const text = await this.files.bring(path);
      if (turn !== this.opening) return;
      this.path = path;
      this.extra.length = 0;
      this.other = null;
      this.parting = null;
      this.walker = null;
      this.setPlaying(false);
      const kind = kindOf(path, text);
      if (kind === 'trace' || kind === 'capture')
        throw new EngineError('a recording is laid over a scenario: open that first, then this', path, 'bad_value');
      this.json = objectIn(text);
      if (kind === 'world') this.openWorld(path, address);
      else await this.openScenario(path, address, turn);
    } catch (fault) {
      if (turn === this.opening) this.fail(path, fault);
    }
  }

  private openWorld(path: string, address: Address): void {
    const look = this.engine.look(path);
    if (look.spawn === null) throw new EngineError('it has neither cells nor landblocks to stand in', path, 'bad_value');
    const name = shownName(path).replace(/^.*\//, '').replace(/\.world\.json$/, '');
    this.startWalk(walkInWorld(name, path.slice(path.lastIndexOf('/') + 1), look.spawn), undefined, address);
  }

  private async openScenario(path: string, address: Address, turn: number): Promise<void> {
    this.doc = this.engine.open(path);
    const crowd = this.doc.mode === 'crowd';
    this.engine.start('main');
    this.main = emptyRun(this.doc.name, 'main', this.doc.begin?.at ?? null);
    this.tick = -1;
    await playOut(this.engine, this.main, crowd, () => turn === this.opening);
    if (turn !== this.opening) return;
    this.showWorld();
    this.frameRun();
    const mode = address.mode ?? 'replay';
    if (mode === 'walk' && address.keys !== undefined) {
      this.tick = address.from ?? -1;
      this.walkFromHere(address);
      return;
    }
    this.tick = Math.min(address.tick ?? -1, this.length - 1);
    if (address.left !== undefined && address.right !== undefined) this.sides = [address.left, address.right];
    else this.sides = this.defaultSides();
    await this.setMode(mode);
    if (address.view !== undefined) this.stage.orbit.view = address.view;
    this.show();
  }

  private defaultSides(): [string, string] {
    const own = this.doc?.profile ?? [];
    if (own.length === 0) return ['retail', this.register.profiles.find((p) => p !== 'retail') ?? 'retail'];
    const named = Array.isArray(this.json.profile) ? (this.json.profile as string[]).join(',') : own.join(',');
    return ['retail', named];
  }

  private showWorld(): void {
    const moving = new Set(this.main.sightings.filter((s) => s.tick > 0 || !s.present).map((s) => s.id));
    this.stage.setWorld(this.engine.draw(), moving);
    this.stage.setMover(this.doc!.mover);
    this.stage.showCrowd(null);
    this.shownTree = '';
  }

  /** Looks at a run from beside it, near enough to see it all. */
  private frameRun(): void {
    const points = this.main.crowd.length > 0 ? this.main.crowd.flat() : this.main.steps.map((s) => s.at);
    const begin = this.main.begin ?? points[0] ?? [0, 0, 0];
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
    const orbit = this.stage.orbit;
    const long = Math.hypot(last[0]! - begin[0]!, last[1]! - begin[1]!) > 0.3;
    orbit.yaw = (long ? way : 0.4) + 0.75;
    orbit.pitch = 0.42;
    orbit.distance = Math.min(80, Math.max(5, size * 1.25));
    orbit.following = size < 14;
    const middle = new Vector3(...low.map((l, k) => (l + high[k]!) / 2));
    if (!orbit.following) orbit.look(middle);
    const some = [0, 0.25, 0.5, 0.75, 1].map((share) => points[Math.floor(share * (points.length - 1))] ?? begin);
    const foot = this.doc?.mover.spheres[0] ?? [0, 0, 0.5, 0.5];
    this.lookFreely(orbit.following ? null : middle, some.map((p) => new Vector3(p[0], p[1], p[2] + foot[2])));
  }

  /** Turns the camera to the side on which least hides these places. */
  private lookFreely(centre: Vector3 | null, places: Vector3[]): void {
    const orbit = this.stage.orbit;
    const preferred = orbit.yaw;
    let best = preferred;
    let least = Infinity;
    for (const turn of [0, -1.5, 1.5, 3.1, -0.75, 0.75, 2.3, -2.3]) {
      const yaw = preferred + turn;
      const flat = Math.cos(orbit.pitch) * orbit.distance;
      const hidden = places.reduce((sum, place) => {
        const c = centre ?? place;
        const eye = new Vector3(c.x - Math.cos(yaw) * flat, c.y - Math.sin(yaw) * flat, c.z + Math.sin(orbit.pitch) * orbit.distance);
        return sum + this.stage.hiddenFrom(eye, [place]);
      }, 0);
      if (hidden >= least) continue;
      least = hidden;
      best = yaw;
    }
    orbit.yaw = best;
  }

  private async overlay(path: string): Promise<void> {
    try {
      const text = await this.files.bring(path);
      if (this.doc === null) throw new EngineError('open a scenario first: a recording is laid over it', path, 'bad_value');
      const read = kindOf(path, text) === 'trace' ? readTrace : readCapture;
      this.extra.push(read(shownName(path), shownName(path), text, this.doc.base, this.main.begin));
      toast(`${shownName(path)} laid over ${this.doc.name}`);
      this.show();
    } catch (fault) {
      this.fail(path, fault);
    }
  }

  private fail(path: string, fault: unknown): void {
    this.setPlaying(false);
    const engine = fault instanceof EngineError ? fault : null;
    // The text of the file that is at fault, which may be one the opened file names.
    const at = /^(\/[^:]*\.json[l]?)(?:: |$)/.exec(engine?.where ?? '')?.[1] ?? path;
    const name = shownName(path);
    const shown = engine === null ? fault : new EngineError(engine.message, engine.where.replace(/\/(shipped|given|dropped)\//g, ''), engine.code);
    this.closeError();
    byId('view').append(errorPage(name, this.files.text(at), shown, () => this.closeError()));
    say(`${name} cannot be shown: ${engine?.message ?? String(fault)}`);
  }

  private closeError(): void {
    document.getElementById('error')?.remove();
  }

  // --- ways of looking -----------------------------------------------------------------------------------------------

  private get current(): Run {
    return this.mode !== 'compare' && this.walker !== null ? this.walker.run : this.main;
  }

  private get length(): number {
    return Math.max(lengthOf(this.current), this.mode === 'compare' && this.other !== null ? lengthOf(this.other) : 0);
  }

  private possible(): Record<Mode, string | null> {
    const none = this.doc === null ? 'Nothing is open' : null;
    const crowd = this.doc?.mode === 'crowd' ? 'A crowd has no single mover' : null;
    return { walk: none ?? crowd, replay: none, explain: none ?? crowd, compare: none };
  }

  private async setMode(mode: Mode): Promise<void> {
    if (this.doc === null || this.possible()[mode] !== null) return;
    const was = this.mode;
    if (mode === 'walk') {
      if (this.walker === null) this.walkFromHere({});
      else {
        // On from the tick that is looked at.
        this.walker.undo(this.tick + 1);
        this.mode = mode;
        this.tick = this.walker.keys.length - 1;
        this.setPlaying(false);
      }
    } else {
      this.mode = mode;
      this.setPlaying(false);
      if (mode === 'compare') await this.runCompare();
      else if (was === 'compare' && this.walker === null) await this.playMain();
    }
    this.tick = Math.min(this.tick, this.length - 1);
    if (mode === 'explain' && this.tick < 0 && this.length > 0) this.tick = 0;
    this.layout();
    this.show();
  }

  private layout(): void {
    const panel = byId('panel');
    const content = this.mode === 'explain' ? this.explain.node : this.mode === 'compare' ? this.compare.node : null;
    panel.hidden = content === null;
    if (content !== null && panel.firstChild !== content) panel.replaceChildren(content);
    document.body.dataset.mode = this.mode;
  }

  /** The main take under the scenario's own profile again, or one that is compared. */
  private async playMain(profile?: string): Promise<void> {
    const turn = this.opening;
    this.engine.start('main', profile === undefined ? {} : { profile });
    const label = profile ?? this.doc!.name;
    this.main = emptyRun(label, 'main', this.doc!.begin?.at ?? null);
    await playOut(this.engine, this.main, this.doc!.mode === 'crowd', () => turn === this.opening);
  }

  private async runCompare(): Promise<void> {
    const [left, right] = this.sides;
    const crowd = this.doc!.mode === 'crowd';
    const turn = this.opening;
    try {
      if (this.walker !== null) {
        if (this.walker.keys.length === 0) throw new EngineError('nothing has been walked yet', '', 'bad_value');
        this.engine.copy('main', 'walk', left);
        this.main = emptyRun(left, 'main', this.walker.run.begin);
        await playOut(this.engine, this.main, crowd, () => turn === this.opening);
        this.engine.copy('other', 'walk', right);
      } else {
        await this.playMain(left);
        this.engine.start('other', { profile: right });
      }
      this.other = emptyRun(right, 'other', this.main.begin);
      await playOut(this.engine, this.other, crowd, () => turn === this.opening);
      if (turn !== this.opening) return;
      this.parting = this.engine.part('main', 'other');
      this.compare.show(left, right, this.parting);
    } catch (fault) {
      this.parting = null;
      this.compare.fail(left, right, fault instanceof Error ? fault.message : String(fault));
    }
    this.tick = Math.min(this.tick, this.length - 1);
    this.show();
  }

  private goToParting(): void {
    const tick = this.partingTick();
    if (tick === null) return;
    this.setPlaying(false);
    this.seek(tick);
    this.stage.orbit.following = true;
    this.stage.orbit.distance = Math.min(this.stage.orbit.distance, 7);
    this.show();
    byId('timeline').focus({ preventScroll: true });
  }

  private partingTick(): number | null {
    if (this.mode === 'compare') return this.parting?.difference?.tick ?? null;
    const parts = this.extra.map((run) => partingOf(this.current, run)).filter((t) => t !== null);
    return parts.length === 0 ? null : Math.min(...parts);
  }

  // --- walking -------------------------------------------------------------------------------------------------------

  private walkFromHere(address: Address): void {
    const dir = folderOf(this.path);
    const now = this.engine.tick('main', this.tick);
    const from = this.tick;
    const source = this.json.format === undefined ? {} : this.json;
    if (source.world === undefined) {
      toast('This document cannot be walked in: it names no world');
      return;
    }
    try {
      this.startWalk(walkFrom(source, this.doc!.name, now, source.world), from, address, dir);
    } catch (fault) {
      this.fail(this.path, fault);
    }
  }

  private startWalk(scenario: ReturnType<typeof walkInWorld>, from: number | undefined, address: Address, dir = folderOf(this.path)): void {
    this.doc = this.engine.openText(JSON.stringify(scenario), dir);
    this.walker = new Walker(this.engine, scenario, from);
    this.main = emptyRun(this.doc.name, 'main', this.walker.run.begin);
    this.mode = 'walk';
    this.showWorld();
    const orbit = this.stage.orbit;
    orbit.following = true;
    orbit.pitch = 0.38;
    orbit.distance = 6.5;
    if (address.keys !== undefined) this.walker.repeat(address.keys);
    orbit.yaw = headingOf(this.walker.now);
    this.tick = this.walker.keys.length - 1;
    this.sides = this.defaultSides();
    if (address.view !== undefined) orbit.view = address.view;
    this.layout();
    this.setPlaying(address.keys === undefined);
    const mode = address.mode ?? 'walk';
    if (mode !== 'walk') {
      void this.setMode(mode).then(() => this.seek(Math.min(address.tick ?? -1, this.length - 1)));
    }
    this.show();
  }

  private walkKey(code: string, down: boolean): boolean {
    if (this.mode !== 'walk' || this.walker === null) return false;
    return this.walker.press(code, down);
  }

  private walkStep(): void {
    if (this.walker === null) return;
    const before = headingOf(this.walker.now);
    try {
      this.walker.step();
    } catch (fault) {
      this.fail(this.path, fault);
      return;
    }
    this.tick = this.walker.keys.length - 1;
    // The camera stays where it is behind his back.
    if (this.stage.orbit.following) this.stage.orbit.yaw += turnBetween(before, headingOf(this.walker.now));
  }

  private undo(ticks: number): void {
    if (this.walker === null || this.mode !== 'walk') return;
    this.setPlaying(false);
    this.walker.undo(this.walker.keys.length - ticks);
    this.tick = this.walker.keys.length - 1;
    this.show();
  }

  private async copyWalk(): Promise<void> {
    if (this.walker === null) return;
    await copyText(this.walker.text);
    toast('Copied: save it beside its world, and `surefoot run` gives the same hash');
  }

  // --- time ----------------------------------------------------------------------------------------------------------

  private setPlaying(on: boolean): void {
    this.playing = on && this.doc !== null;
    this.owed = 0;
    if (this.playing && this.mode !== 'walk' && this.tick >= this.length - 1) this.tick = -1;
    this.showControls();
  }

  private seek(tick: number): void {
    if (this.mode === 'walk') {
      this.setPlaying(false);
      this.walker?.undo(tick + 1);
      this.tick = (this.walker?.keys.length ?? 0) - 1;
    } else {
      this.tick = Math.max(-1, Math.min(this.length - 1, tick));
    }
    this.show();
  }

  private step(by: number): void {
    this.setPlaying(false);
    if (this.mode === 'walk') {
      if (by > 0) this.walkStep();
      else this.walker?.undo(this.walker.keys.length + by);
      this.tick = (this.walker?.keys.length ?? 0) - 1;
      this.show();
    } else {
      this.seek(this.tick + by);
    }
  }

  private lastFrame = 0;
  private readonly frame = (time = 0): void => {
    const passed = Math.min(0.25, (time - this.lastFrame) / 1000);
    this.lastFrame = time;
    if (this.playing) this.advance(passed);
    this.stage.render();
    requestAnimationFrame(this.frame);
  };

  private advance(seconds: number): void {
    this.owed += seconds * TICKS_A_SECOND * this.speed;
    let changed = false;
    while (this.owed >= 1 && this.playing) {
      this.owed -= 1;
      changed = true;
      if (this.mode === 'walk') this.walkStep();
      else if (this.tick < this.length - 1) this.tick += 1;
      else if (this.loop && this.length > 0) this.tick = -1;
      else this.setPlaying(false);
    }
    if (changed) this.show();
    else this.showMoving(this.owed);
  }

  // --- showing -------------------------------------------------------------------------------------------------------

  private show(): void {
    if (this.doc === null) return;
    const run = this.current;
    const crowd = run.crowd.length > 0;
    this.header.show(this.path, this.mode, this.possible());
    this.showControls();
    this.now = crowd ? null : this.walker !== null && this.mode === 'walk' ? this.walker.now : this.engine.tick(run.take!, this.tick);
    const ticks = this.mode === 'walk' ? lengthOf(run) : this.length;
    this.readout.show(this.doc.name, this.now, ticks, run.hash);
    if (crowd) this.stage.showCrowd(run.crowd[this.tick] ?? this.doc.members ?? null);
    this.stage.showObjects(run.sightings, this.tick);
    this.stage.showMarks(this.now);
    this.showPaths();
    if (this.mode === 'explain') this.showExplain();
    else this.traced = null;
    this.stage.clearHighlights();
    this.showTree();
    this.showMoving(1);
    this.tellCanvas();
    this.writeAddress();
  }

  private showControls(): void {
    if (this.doc === null) return;
    this.controls.show(this.mode, this.playing, this.walker !== null, this.walker?.from !== undefined, this.loop, this.stage.layers);
    const css = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;
    const row = (run: Run, colour: number): { label: string; colour: string; steps: Step[]; length: number } => ({
      label: run.label,
      colour: css(colour),
      steps: run.steps,
      length: lengthOf(run),
    });
    const rows = [row(this.current, this.stage.colours.mover)];
    if (this.mode === 'compare' && this.other !== null) rows.push(row(this.other, this.stage.colours.ghost));
    else if (this.mode !== 'walk') this.extra.forEach((run, i) => rows.push(row(run, EXTRA_COLOURS[i % EXTRA_COLOURS.length]!)));
    this.controls.timeline.show(rows, this.tick, this.partingTick());
  }

  private showPaths(): void {
    const runs = [{ steps: this.current.steps, begin: this.current.begin, colour: this.stage.colours.mover }];
    if (this.mode === 'compare' && this.other !== null)
      runs.push({ steps: this.other.steps, begin: this.other.begin, colour: this.stage.colours.ghost });
    else if (this.mode !== 'walk')
      this.extra.forEach((run, i) => runs.push({ steps: run.steps, begin: run.begin, colour: EXTRA_COLOURS[i % EXTRA_COLOURS.length]! }));
    // What is far in the past of a long walk is not drawn: every tick would make it anew.
    const most = this.mode === 'walk' && this.playing ? 600 : 20_000;
    this.stage.showPaths(
      runs.map((r) => (r.steps.length > most ? { ...r, steps: r.steps.slice(-most), begin: null } : r)),
    );
  }

  private showExplain(): void {
    const take = this.current.take;
    if (take === null || this.tick < 0) {
      this.traced = null;
      this.explain.show(null, 'Nothing has happened yet: go to a tick.');
      return;
    }
    if (this.playing && this.traced !== null) return;
    try {
      this.traced = this.engine.trace(take, this.tick);
      this.explain.show(this.traced);
      if (this.traced.from != null && this.traced.to !== undefined) this.stage.markWish(this.traced.from, this.traced.to);
    } catch (fault) {
      this.traced = null;
      this.explain.show(null, fault instanceof Error ? fault.message : String(fault));
    }
  }

  private showAbout(about: About | null): void {
    if (this.now === null || this.doc === null) return;
    const at: Vec = this.traced?.from ?? this.now.at;
    highlight(this.stage, about, {
      at,
      reached: this.traced?.reached ?? this.now.at,
      cell: this.now.cell,
      base: this.doc.base,
      mover: this.doc.mover,
      touched: this.now.touched,
    });
  }

  private showTree(): void {
    if (!this.stage.layers.tree || this.now === null || this.stage.world === null) return;
    const drawing = this.stage.world.polygons.drawing;
    const at = new Vector3(...this.now.at);
    let source = drawing.sources.findIndex((s) => s.kind === 'cell' && s.id === this.now!.cell);
    if (source < 0) {
      // Outdoors: of what it touched, else of the building or object that is nearest.
      source = drawing.sources.findIndex((s) => s.kind === 'object' && this.now!.touched.includes(s.id));
      if (source < 0) source = drawing.sources.findIndex((s) => s.kind === 'building');
      if (source < 0) source = drawing.sources.findIndex((s) => s.kind === 'object' && (s.shapes?.length ?? 0) === 0);
    }
    const key = `${source}`;
    const foot = this.doc!.mover.spheres[0]!;
    const depth = this.stage.showTree(source < 0 ? null : this.engine.tree(source), at.add(new Vector3(foot[0], foot[1], foot[2])));
    if (key !== this.shownTree) {
      this.shownTree = key;
      toast(source < 0 ? 'There is no BSP here' : `BSP: ${depth} ${depth === 1 ? 'plane' : 'planes'} deep at the foot`);
    }
  }

  /** Movers and camera, `share` of the way from the tick before. */
  private showMoving(share: number): void {
    if (this.doc === null) return;
    if (this.current.crowd.length > 0) {
      this.stage.keepInSight(new Vector3(), 0);
      return;
    }
    const place = (run: Run): { at: Vec; step: Step | undefined } => {
      const to = run.steps[Math.min(this.tick, run.steps.length - 1)];
      const from = this.tick > 0 ? run.steps[Math.min(this.tick - 1, run.steps.length - 1)]?.at : run.begin;
      const end = to?.at ?? run.begin ?? [0, 0, 0];
      if (share >= 1 || from == null || !this.playing) return { at: end, step: to };
      return { at: end.map((v, k) => from[k]! + (v - from[k]!) * share) as Vec, step: to };
    };
    const rotationOf = (step: Step | undefined): [number, number, number, number] =>
      step?.rotation ?? this.doc!.begin?.rotation ?? [1, 0, 0, 0];
    const main = place(this.current);
    this.stage.showFigure('main', main.at, rotationOf(main.step));
    if (this.mode === 'compare' && this.other !== null) {
      const ghost = place(this.other);
      this.stage.showFigure(GHOST, ghost.at, rotationOf(ghost.step), this.stage.colours.ghost);
    } else this.stage.hideFigure(GHOST);
    this.extra.forEach((run, i) => {
      if (this.mode === 'walk' || this.mode === 'compare') return this.stage.hideFigure(`extra${i}`);
      const p = place(run);
      this.stage.showFigure(`extra${i}`, p.at, rotationOf(p.step), EXTRA_COLOURS[i % EXTRA_COLOURS.length]!);
    });
    const spheres = this.doc.mover.spheres;
    const middle = spheres.reduce((sum, s) => sum + s[2], 0) / spheres.length;
    const point = new Vector3(main.at[0], main.at[1], main.at[2] + middle);
    const widest = Math.max(...spheres.map((s) => s[3]));
    this.stage.keepInSight(point, Math.max(0.5, widest * 1.9));
    this.stage.orbit.follow(point);
  }

  private tellCanvas(): void {
    const text = this.now === null ? `${this.doc!.name}, tick ${this.tick}` : tellTick(this.now);
    byId('canvas').setAttribute('aria-label', `${this.doc!.world.name}. ${text}`);
    document.title = `${this.doc!.name} – Surefoot`;
  }

  private setLayer(name: keyof Layers, on: boolean): void {
    this.stage.layers[name] = on;
    this.shownTree = '';
    this.stage.applyLayers();
    this.show();
  }

  // --- out of the page -----------------------------------------------------------------------------------------------

  private address(): Address {
    const a: Address = { open: this.path, mode: this.mode, view: this.stage.orbit.view };
    if (this.walker !== null) {
      if (this.walker.from !== undefined) a.from = this.walker.from;
      const keys = this.walker.written;
      if (keys.length > 0 && keys.length < 6000) a.keys = keys;
    }
    if (this.mode !== 'walk') a.tick = this.tick;
    if (this.mode === 'compare') [a.left, a.right] = this.sides;
    return a;
  }

  private writeAddress(): void {
    if (this.doc === null || this.addressTimer !== 0) return;
    this.addressTimer = window.setTimeout(() => {
      this.addressTimer = 0;
      if (this.doc !== null) history.replaceState(null, '', `#${writeAddress(this.address())}`);
    }, 200);
  }

  private async copyLink(): Promise<void> {
    const link = `${location.href.replace(/#.*/, '')}#${writeAddress(this.address())}`;
    await copyText(link);
    toast(isDropped(this.path) ? 'Copied; whoever opens the link needs your file too' : 'Link to this view copied');
  }

  private savePng(): void {
    const name = `${this.doc?.name ?? 'surefoot'}-${this.mode}-${Math.max(0, this.tick)}.png`;
    el('a', { href: this.stage.png(), download: name }).click();
    toast(`${name} saved`);
  }

  /** The resolve of this tick alone where that gives the same bits, else the scenario up to this tick. */
  private async copyMoment(): Promise<void> {
    const take = this.current.take;
    if (take === null || this.tick < 0) return;
    try {
      const world = this.walker !== null ? this.walker.scenario.world : this.json.world;
      const moment = this.engine.moment(take, this.tick, world);
      if (moment.exact) {
        await copyText(`${moment.text}\n`);
        toast('Copied: one resolve, the same bits');
        return;
      }
      const whole = this.walker !== null ? (JSON.parse(this.walker.text) as Record<string, unknown>) : this.json;
      await copyText(`${JSON.stringify(cutAfter(whole, this.tick), null, 2)}\n`);
      toast(`Copied: everything up to tick ${this.tick}, as this step alone would end otherwise`);
    } catch (fault) {
      toast(fault instanceof Error ? fault.message : String(fault));
    }
  }

  private get theme(): Theme {
    let kept: string | null = null;
    try {
      kept = localStorage.getItem('surefoot-theme');
    } catch {
      // Not kept, then.
    }
    if (kept === 'light' || kept === 'dark') return kept;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  private switchTheme(): void {
    const next: Theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem('surefoot-theme', next);
    } catch {
      // It is only for this visit, then.
    }
    this.stage.setTheme(next);
    this.show();
  }

  // --- keys ----------------------------------------------------------------------------------------------------------

  private listen(): void {
    window.addEventListener('keydown', (e) => this.onKey(e));
    window.addEventListener('keyup', (e) => {
      this.walkKey(e.code, false);
    });
    window.addEventListener('blur', () => this.walker?.release());
    window.addEventListener('hashchange', () => void this.open(readAddress(location.hash)));
    document.addEventListener('dragover', (e) => e.preventDefault());
    document.addEventListener('drop', (e) => {
      e.preventDefault();
      const list = [...(e.dataTransfer?.files ?? [])];
      if (list.length > 0) void this.drop(list);
    });
  }

  private onKey(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    const writes = target.matches('input:not([type=checkbox]), select, textarea') || this.help.open;
    if (writes || e.ctrlKey || e.metaKey || e.altKey) return;
    // A focused button is pressed by Space; everywhere else Space is ours.
    if (e.code === 'Space' && target.matches('button, input, [role=treeitem]')) return;
    if (this.walkKey(e.code, true)) {
      e.preventDefault();
      return;
    }
    if (this.command(e)) e.preventDefault();
  }

  private command(e: KeyboardEvent): boolean {
    const far = e.shiftKey ? 10 : 1;
    switch (e.key) {
      case 'ArrowLeft':
        this.step(-far);
        return true;
      case 'ArrowRight':
        this.step(far);
        return true;
      case 'Home':
        if (this.mode !== 'walk') this.seek(-1);
        return true;
      case 'End':
        if (this.mode !== 'walk') this.seek(this.length - 1);
        return true;
      case '.':
        this.step(1);
        return true;
      case 'Backspace':
        this.undo(e.shiftKey ? TICKS_A_SECOND : 1);
        return true;
      case ' ':
      case 'p':
      case 'P':
        this.setPlaying(!this.playing);
        return true;
      case '+':
      case '=':
        this.stage.orbit.turn(0, 0, 1 / 1.15);
        return true;
      case '-':
        this.stage.orbit.turn(0, 0, 1.15);
        return true;
      case '?':
        this.help.showModal();
        return true;
      default:
        return this.letter(e.key.toLowerCase());
    }
  }

  private letter(key: string): boolean {
    const modes: Record<string, Mode> = { '1': 'walk', '2': 'replay', '3': 'explain', '4': 'compare' };
    const mode = modes[key];
    if (mode !== undefined) {
      void this.setMode(mode);
      return true;
    }
    const orbit = this.stage.orbit;
    const turns: Record<string, [number, number]> = { j: [0.1, 0], l: [-0.1, 0], i: [0, 0.08], k: [0, -0.08] };
    const turn = turns[key];
    if (turn !== undefined) {
      orbit.turn(...turn);
      return true;
    }
    switch (key) {
      case 'f':
        orbit.following = true;
        this.show();
        return true;
      case 'b':
        this.setLayer('tree', !this.stage.layers.tree);
        return true;
      case 'g':
        this.goToParting();
        return true;
      case 'o':
        this.loop = !this.loop;
        this.showControls();
        return true;
      case 't':
        this.switchTheme();
        return true;
      case 'r':
        if (this.now !== null) say(tellTick(this.now));
        return true;
      default:
        return false;
    }
  }

  // --- for the tests -------------------------------------------------------------------------------------------------

  /** What the page shows now. */
  state(): { path: string; mode: Mode; tick: number; length: number; hash: string; now: TickOf | null; rule: string; playing: boolean; walk: string } {
    return {
      path: this.path,
      mode: this.mode,
      tick: this.tick,
      length: this.length,
      hash: this.current.hash,
      now: this.now,
      rule: this.traced?.rule ?? '',
      playing: this.playing,
      walk: this.walker?.text ?? '',
    };
  }

  timeFrame(): { ms: number; polygons: number } {
    return { ms: this.stage.timeFrame(), polygons: this.stage.world?.polygons.count ?? 0 };
  }

  /** How far each run came from where it began, metres. */
  ends(): { moved: number }[] {
    return [this.main, this.other].flatMap((run) => {
      const [begin, end] = [run?.begin, run?.steps[run.steps.length - 1]?.at];
      return begin == null || end === undefined ? [] : [{ moved: Math.hypot(...end.map((v, k) => v - begin[k]!)) }];
    });
  }

  world(): string {
    return typeof this.json.world === 'string' ? join(folderOf(this.path), this.json.world) : '';
  }
}

/** Of a file that is no JSON nothing: the engine says what is wrong with it, and where. */
function objectIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Radians of the direction a mover looks in, from +x. */
function headingOf(now: TickOf): number {
  const [w, x, y, z] = now.rotation;
  return Math.atan2(1 - 2 * (x * x + z * z), 2 * (x * y - w * z));
}

function turnBetween(a: number, b: number): number {
  return Math.atan2(Math.sin(b - a), Math.cos(b - a));
}

/** The same scenario, ended after a tick; expectations of later ticks would not be met. */
function cutAfter(scenario: Record<string, unknown>, tick: number): Record<string, unknown> {
  const { expect: _expect, golden: _golden, ...rest } = scenario;
  const inputs: Record<string, unknown>[] = [];
  let left = tick + 1;
  for (const input of (scenario.inputs ?? []) as Record<string, unknown>[]) {
    if (left <= 0) break;
    const ticks = Math.min(left, typeof input.ticks === 'number' ? input.ticks : 1);
    inputs.push({ ...input, ticks });
    left -= ticks;
  }
  return { ...rest, name: `${String(scenario.name)}-to-tick-${tick}`, inputs };
}
