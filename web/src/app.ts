// The page: what is open, the way it is looked at, and the clock, put together.
import type { Engine, Step, TickOf } from './engine/types';
import { isDropped } from './files/files';
import { readAddress, writeAddress, type Address } from './files/url';
import { frameRun } from './framing';
import { Looked } from './looked';
import { Compare, goTo } from './modes/compare';
import { Explain } from './modes/explain';
import { Replay } from './modes/replay';
import { Walk } from './modes/walk';
import type { Page, Way } from './modes/way';
import { Opening } from './opening';
import { Picture } from './picture';
import { lengthOf, type Run } from './runs';
import { Stage, type Layers } from './scene/stage';
import { listenToKeys } from './shortcuts';
import { applyTheme, switchTheme, themeNow } from './theme';
import { Controls } from './ui/controls';
import { byId, copyText, el, say, toast } from './ui/dom';
import { Header, MODES, type Mode } from './ui/header';
import { firstRunHint, helpDialog } from './ui/help';
import { Readout, tellTick } from './ui/readout';

const TICKS_A_SECOND = 30;

export class App implements Page {
  readonly looked = new Looked();
  readonly stage: Stage;
  now: TickOf | null = null;
  playing = false;
  private readonly header: Header;
  private readonly controls: Controls;
  private readonly readout = new Readout();
  private readonly help = helpDialog();
  private readonly opening: Opening;
  private readonly picture: Picture;
  private readonly walk: Walk;
  private readonly explain: Explain;
  private readonly compare: Compare;
  private readonly ways: Record<Mode, Way>;
  private mode: Mode = 'replay';
  private loop = false;
  private speed = 1;
  private owed = 0;
  private lastFrame = 0;
  private addressTimer = 0;

  constructor(readonly engine: Engine) {
    const theme = themeNow();
    applyTheme(theme);
    this.stage = new Stage(byId('canvas') as HTMLCanvasElement, theme);
    this.stage.orbit.onMove = () => {
      this.stage.touch();
      this.writeAddress();
    };
    this.picture = new Picture(engine, this.stage, this.looked);
    this.walk = new Walk(this);
    this.explain = new Explain(this);
    this.compare = new Compare(this);
    this.ways = { walk: this.walk, replay: new Replay(this), explain: this.explain, compare: this.compare };
    this.header = new Header({
      open: (path) => void this.opening.open({ open: path }),
      files: (list) => void this.opening.drop(list),
      mode: (mode) => void this.setMode(mode),
      link: () => void this.copyLink(),
      png: () => this.savePng(),
      theme: () => this.switchTheme(),
      help: () => this.help.showModal(),
    });
    this.opening = new Opening(engine, this.looked, this.header, {
      forget: () => {
        this.compare.forget();
        this.setPlaying(false);
      },
      stop: () => this.setPlaying(false),
      walk: (scenario, address) => this.walk.begin(scenario, undefined, address),
      scenario: (address, turn) => this.playScenario(address, turn),
      show: () => this.show(),
    });
    this.controls = new Controls({
      seek: (tick) => this.way.seek(tick),
      step: (by) => this.way.step(by),
      toEnd: (last) => void this.way.toEnd(last),
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
      copyWalk: () => void this.walk.copy(),
      backToScenario: () => void this.opening.open({ open: this.looked.path }),
    });
    byId('overlay').append(this.readout.node);
    document.body.append(this.help);
    window.addEventListener('hashchange', () => void this.opening.open(readAddress(location.hash)));
    this.listenToKeys();
  }

  private listenToKeys(): void {
    listenToKeys(this.stage.orbit, {
      walkKey: (code, down) => this.walkKey(code, down),
      release: () => this.looked.walker?.release(),
      step: (by) => this.way.step(by),
      toEnd: (last) => this.way.toEnd(last),
      undo: (n) => this.undo(n),
      toggle: () => this.setPlaying(!this.playing),
      mode: (mode) => void this.setMode(mode),
      follow: () => {
        this.stage.orbit.following = true;
        this.show();
      },
      tree: () => this.setLayer('tree', !this.stage.layers.tree),
      parting: () => goTo(this, this.way, this.way.parting),
      loop: () => {
        this.loop = !this.loop;
        this.showControls();
      },
      theme: () => this.switchTheme(),
      help: () => this.help.showModal(),
      readOut: () => {
        if (this.now !== null) say(tellTick(this.now));
      },
      isCovered: () => this.help.open,
    });
  }

  async begin(): Promise<void> {
    const hint = firstRunHint();
    if (hint !== null) byId('overlay').append(hint);
    await this.opening.begin(readAddress(location.hash));
    this.frame();
  }

  // --- ways of looking -----------------------------------------------------------------------------------------------

  private get way(): Way {
    return this.ways[this.mode];
  }

  get isLooping(): boolean {
    return this.loop;
  }

  /** A scenario is open: plays it, and looks at it as the address says. */
  private async playScenario(address: Address, turn: number): Promise<void> {
    const { looked } = this;
    looked.tick = -1;
    await this.compare.playMain();
    if (turn !== looked.turn) return;
    this.showWorld();
    frameRun(this.stage, looked.main, looked.doc?.mover);
    const mode = address.mode ?? 'replay';
    if (mode === 'walk' && address.keys !== undefined) {
      looked.tick = address.from ?? -1;
      this.walk.fromHere(address);
      return;
    }
    looked.tick = Math.min(address.tick ?? -1, this.way.length - 1);
    const { left, right } = address;
    this.compare.sides = left !== undefined && right !== undefined ? [left, right] : this.compare.defaultSides();
    await this.setMode(mode);
    if (address.view !== undefined) this.stage.orbit.view = address.view;
    this.show();
  }

  begun(address: Address): void {
    this.compare.sides = this.compare.defaultSides();
    const mode = address.mode ?? 'walk';
    if (mode !== 'walk') {
      void this.setMode(mode).then(() => this.way.seek(Math.min(address.tick ?? -1, this.way.length - 1)));
    }
    this.show();
  }

  async setMode(mode: Mode): Promise<void> {
    const { looked } = this;
    const way = this.ways[mode];
    if (way.refusal() !== null) return;
    if (mode === 'walk' && looked.walker === null) this.walk.fromHere({});
    else {
      const was = this.mode;
      this.mode = mode;
      this.setPlaying(false);
      await way.enter(was);
    }
    looked.tick = Math.min(looked.tick, this.way.length - 1);
    this.layout();
    this.show();
  }

  become(mode: Mode): void {
    this.mode = mode;
    this.layout();
  }

  private layout(): void {
    const panel = byId('panel');
    const content = this.way.panel;
    panel.hidden = content === null;
    if (content !== null && panel.firstChild !== content) panel.replaceChildren(content);
    document.body.dataset.mode = this.mode;
  }

  private walkKey(code: string, down: boolean): boolean {
    return this.mode === 'walk' && this.walk.key(code, down);
  }

  private undo(ticks: number): void {
    if (this.mode === 'walk') this.walk.undo(ticks);
  }

  // --- time ----------------------------------------------------------------------------------------------------------

  setPlaying(on: boolean): void {
    this.playing = on && this.looked.doc !== null;
    this.owed = 0;
    if (this.playing) this.way.rewind();
    this.showControls();
  }

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
      this.way.advance();
    }
    if (changed) this.show();
    else this.picture.showMoving(this.way, this.owed);
  }

  // --- showing -------------------------------------------------------------------------------------------------------

  show(): void {
    const { looked, way } = this;
    if (looked.doc === null) return;
    const possible = Object.fromEntries(MODES.map((mode) => [mode, this.ways[mode].refusal()]));
    this.header.show(looked.path, this.mode, possible as Record<Mode, string | null>);
    this.showControls();
    this.now = way.now();
    this.readout.show(looked.doc.name, this.now, way.length, way.run.hash);
    this.picture.show(way, this.now, this.mode === 'walk' && this.playing);
    if (this.mode !== 'explain') this.explain.traced = null;
    way.show();
    this.stage.clearHighlights();
    this.picture.showTree(this.now);
    this.picture.showMoving(way, 1);
    const text = this.now === null ? `${looked.doc.name}, tick ${looked.tick}` : tellTick(this.now);
    byId('canvas').setAttribute('aria-label', `${looked.doc.world.name}. ${text}`);
    document.title = `${looked.doc.name} – Surefoot`;
    this.writeAddress();
  }

  showWorld(): void {
    this.picture.showWorld();
  }

  private showControls(): void {
    const { looked, way } = this;
    if (looked.doc === null) return;
    const { walker } = looked;
    this.controls.show(this.mode, this.playing, walker !== null, walker?.from !== undefined, this.loop, this.stage.layers);
    const row = (run: Run, colour: number): { label: string; colour: string; steps: Step[]; length: number } => ({
      label: run.label,
      colour: `#${colour.toString(16).padStart(6, '0')}`,
      steps: run.steps,
      length: lengthOf(run),
    });
    const rows = [row(way.run, this.stage.colours.mover), ...way.beside().map((b) => row(b.run, b.colour))];
    this.controls.timeline.show(rows, looked.tick, way.parting);
  }

  private setLayer(name: keyof Layers, on: boolean): void {
    this.stage.layers[name] = on;
    this.picture.forgetTree();
    this.stage.applyLayers();
    this.show();
  }

  private switchTheme(): void {
    this.stage.setTheme(switchTheme());
    this.show();
  }

  fail(path: string, fault: unknown): void {
    this.opening.fail(path, fault);
  }

  // --- out of the page -----------------------------------------------------------------------------------------------

  private address(): Address {
    const { path, walker } = this.looked;
    const a: Address = { open: path, mode: this.mode, view: this.stage.orbit.view };
    if (walker !== null) {
      if (walker.from !== undefined) a.from = walker.from;
      const keys = walker.written;
      if (keys.length > 0 && keys.length < 6000) a.keys = keys;
    }
    this.way.tell(a);
    return a;
  }

  private writeAddress(): void {
    if (this.looked.doc === null || this.addressTimer !== 0) return;
    this.addressTimer = window.setTimeout(() => {
      this.addressTimer = 0;
      if (this.looked.doc !== null) history.replaceState(null, '', `#${writeAddress(this.address())}`);
    }, 200);
  }

  private async copyLink(): Promise<void> {
    const link = `${location.href.replace(/#.*/, '')}#${writeAddress(this.address())}`;
    await copyText(link);
    toast(isDropped(this.looked.path) ? 'Copied; whoever opens the link needs your file too' : 'Link to this view copied');
  }

  private savePng(): void {
    const name = `${this.looked.doc?.name ?? 'surefoot'}-${this.mode}-${Math.max(0, this.looked.tick)}.png`;
    el('a', { href: this.stage.png(), download: name }).click();
    toast(`${name} saved`);
  }

  // --- for the tests -------------------------------------------------------------------------------------------------

  /** What the page shows now. */
  state(): { path: string; mode: Mode; tick: number; length: number; hash: string; now: TickOf | null; rule: string; playing: boolean; walk: string } {
    const { path, tick, walker } = this.looked;
    return {
      path,
      mode: this.mode,
      tick,
      length: this.way.length,
      hash: this.way.run.hash,
      now: this.now,
      rule: this.explain.traced?.rule ?? '',
      playing: this.playing,
      walk: walker?.text ?? '',
    };
  }

  timeFrame(): { ms: number; polygons: number } {
    return { ms: this.stage.timeFrame(), polygons: this.stage.world?.polygons.count ?? 0 };
  }

  /** How far each run came from where it began, metres. */
  ends(): { moved: number }[] {
    return [this.looked.main, this.compare.other].flatMap((run) => {
      const [begin, end] = [run?.begin, run?.steps[run.steps.length - 1]?.at];
      return begin == null || end === undefined ? [] : [{ moved: Math.hypot(...end.map((v, k) => v - begin[k]!)) }];
    });
  }
}
