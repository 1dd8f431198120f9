// Opens what is asked for: documents become what is looked at, recordings lie over it, faults get their page.
import { EngineError, type Engine } from './engine/types';
import { Files, kindOf, shownName } from './files/files';
import type { Address } from './files/url';
import { walkInWorld, type WalkScenario } from './files/walk_scenario';
import type { Looked } from './looked';
import { readCapture, readTrace } from './runs';
import { byId, say, toast } from './ui/dom';
import { errorPage } from './ui/error_page';
import type { Header } from './ui/header';

export interface OpeningActions {
  /** Something else is going to be looked at. */
  forget(): void;
  /** A world, to be walked in. */
  walk(scenario: WalkScenario, address: Address): void;
  /** The scenario is open in the engine: it is played and looked at as the address says. */
  scenario(address: Address, turn: number): Promise<void>;
  show(): void;
  /** Time stops. */
  stop(): void;
}

export class Opening {
  readonly files: Files;
  private readonly own: { path: string; name: string }[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly looked: Looked,
    private readonly header: Header,
    private readonly actions: OpeningActions,
  ) {
    this.files = new Files(engine);
    document.addEventListener('dragover', (e) => e.preventDefault());
    document.addEventListener('drop', (e) => {
      e.preventDefault();
      const list = [...(e.dataTransfer?.files ?? [])];
      if (list.length > 0) void this.drop(list);
    });
  }

  /** What the address says, else what was given, else the first of the shipped. */
  async begin(address: Address): Promise<void> {
    await this.files.list();
    this.listFiles();
    const { given, shipped } = this.files;
    const first = given[0] ?? shipped.find((f) => f.path === 'roof-landing.scenario.json')?.path;
    if (address.open === undefined && first !== undefined) address.open = given.length > 0 ? first : `/shipped/${first}`;
    if (address.open === undefined) return;
    await this.open(address);
    // Further files that were named are laid over the first: recordings of the same thing.
    for (const path of given) {
      if (path !== address.open && path.endsWith('.jsonl')) await this.overlay(path);
    }
  }

  private listFiles(): void {
    const given = this.files.given.map((path) => ({ path, name: shownName(path) }));
    this.header.list(this.files.shipped, [...given, ...this.own]);
  }

  async drop(list: File[]): Promise<void> {
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
  async open(address: Address): Promise<void> {
    const path = address.open ?? '';
    const { looked } = this;
    const turn = ++looked.turn;
    this.closeError();
    try {
      const text = await this.files.bring(path);
      if (turn !== looked.turn) return;
      looked.path = path;
      looked.extra.length = 0;
      looked.walker = null;
      this.actions.forget();
      const kind = kindOf(path, text);
      if (kind === 'trace' || kind === 'capture')
        throw new EngineError('a recording is laid over a scenario: open that first, then this', path, 'bad_value');
      looked.json = objectIn(text);
      if (kind === 'world') this.openWorld(path, address);
      else {
        looked.doc = this.engine.open(path);
        await this.actions.scenario(address, turn);
      }
    } catch (fault) {
      if (turn === looked.turn) this.fail(path, fault);
    }
  }

  private openWorld(path: string, address: Address): void {
    const look = this.engine.look(path);
    if (look.spawn === null) throw new EngineError('it has neither cells nor landblocks to stand in', path, 'bad_value');
    const name = shownName(path).replace(/^.*\//, '').replace(/\.world\.json$/, '');
    this.actions.walk(walkInWorld(name, path.slice(path.lastIndexOf('/') + 1), look.spawn), address);
  }

  private async overlay(path: string): Promise<void> {
    const { looked } = this;
    try {
      const text = await this.files.bring(path);
      if (looked.doc === null) throw new EngineError('open a scenario first: a recording is laid over it', path, 'bad_value');
      const read = kindOf(path, text) === 'trace' ? readTrace : readCapture;
      looked.extra.push(read(shownName(path), shownName(path), text, looked.doc.base, looked.main.begin));
      toast(`${shownName(path)} laid over ${looked.doc.name}`);
      this.actions.show();
    } catch (fault) {
      this.fail(path, fault);
    }
  }

  fail(path: string, fault: unknown): void {
    this.actions.stop();
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
}

/** Of a file that is no JSON nothing: the engine says what is wrong with it, and where. */
function objectIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
