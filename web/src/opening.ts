// Opens what is asked for: documents become what is looked at, recordings lie over it, faults get their page.
import { EngineError, type Engine } from './engine/types';
import { Files, folderOf, isRecording, shippedPath, shownName, type Kind } from './files/files';
import type { Address } from './files/url';
import { recordedIn, walkInWorld, type WalkScenario } from './files/walk_scenario';
import type { Looked } from './looked';
import { capturedSize, readCapture, readTrace, scenarioOf } from './recordings';
import type { Run } from './runs';
import { byId, say, toast } from './ui/dom';
import { errorPage } from './ui/error_page';
import type { Header } from './ui/header';

export interface OpeningActions {
  /** Something else is going to be looked at. */
  forget(): void;
  /** A world, to be walked in. */
  walk(scenario: WalkScenario, address: Address): void;
  /** The scenario is open in the engine: it is played, or the recording is taken for it, and looked at as the address says. */
  scenario(address: Address, turn: number, recording?: Run): Promise<void>;
  show(): void;
  /** Time stops. */
  stop(): void;
}

export class Opening {
  readonly files: Files;
  private readonly own: { path: string; name: string }[] = [];
  /** What was brought together with a document, to be laid over it. */
  private readonly over = new Map<string, string[]>();

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
    const recordings = given.filter(isRecording);
    const document = given.find((path) => !isRecording(path));
    if (document !== undefined) this.over.set(document, recordings);
    const first = document ?? given[0] ?? shipped.find((f) => f.path === 'roof-landing.scenario.json')?.path;
    if (address.open === undefined && first !== undefined) address.open = given.length > 0 ? first : `/shipped/${first}`;
    if (address.open !== undefined) await this.open(address);
  }

  private listFiles(): void {
    const given = this.files.given.map((path) => ({ path, name: shownName(path) }));
    this.header.list(this.files.shipped, [...given, ...this.own]);
  }

  async drop(list: File[]): Promise<void> {
    const paths: string[] = [];
    for (const file of list) paths.push(this.files.drop(file.name, new Uint8Array(await file.arrayBuffer())));
    for (const path of paths) {
      if (!this.own.some((o) => o.path === path)) this.own.push({ path, name: shownName(path) });
    }
    this.listFiles();
    const kinds = paths.map((path) => this.files.kind(path));
    const main = paths[kinds.indexOf('scenario')] ?? paths[kinds.indexOf('world')] ?? paths.find((p) => !p.endsWith('.jsonl'));
    const recordings = paths.filter(isRecording);
    if (main !== undefined) {
      this.over.set(main, recordings);
      await this.open({ open: main });
      return;
    }
    for (const path of recordings) await this.choose(path);
  }

  /** A file that a person named: a recording goes over what is open. */
  async choose(path: string): Promise<void> {
    if (isRecording(path) && this.looked.doc !== null) await this.overlay(path);
    else await this.open({ open: path });
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
      looked.body = null;
      this.actions.forget();
      const kind = this.files.kind(path);
      if (kind === 'trace' || kind === 'capture') {
        await this.openAround(path, kind, text, address);
        return;
      }
      looked.json = objectIn(text);
      const recordings = [...(this.over.get(path) ?? [])];
      if (kind !== 'world') {
        looked.doc = this.engine.open(path);
        await this.actions.scenario(address, turn);
      } else if (recordings.length === 0) this.openWorld(path, address);
      else await this.openRecorded(path, recordings.shift()!, address, turn);
      for (const recording of recordings) if (turn === looked.turn) await this.overlay(recording);
    } catch (fault) {
      if (turn === looked.turn) this.fail(path, fault);
    }
  }

  /** A recording alone: a trace says which scenario it is of. */
  private async openAround(path: string, kind: Kind, text: string, address: Address): Promise<void> {
    const name = kind === 'trace' ? scenarioOf(text) : undefined;
    const of = this.files.shipped.find((f) => f.kind === 'scenario' && f.name === name);
    if (of === undefined)
      throw new EngineError('a recording says nothing of its world: open it together with its world or scenario', path, 'bad_value');
    const scenario = shippedPath(of.path);
    this.over.set(scenario, [path]);
    await this.open({ ...address, open: scenario });
  }

  /** A recording in a world: it is what is replayed. */
  private async openRecorded(path: string, recording: string, address: Address, turn: number): Promise<void> {
    const { looked } = this;
    const text = await this.files.bring(recording);
    if (turn !== looked.turn) return;
    const captured = this.files.kind(recording) === 'capture';
    const read = captured ? readCapture : readTrace;
    const name = shownName(recording);
    const first = read(recording, name, text, 0, null).told[0]!;
    const scenario = recordedIn(name, path.slice(path.lastIndexOf('/') + 1), first, captured ? capturedSize(text) : null);
    looked.json = { ...scenario };
    looked.doc = this.engine.openText(JSON.stringify(scenario), folderOf(path));
    await this.actions.scenario(address, turn, read(recording, name, text, looked.doc.base, null));
  }

  private openWorld(path: string, address: Address): void {
    const look = this.engine.look(path);
    if (look.spawn === null) throw new EngineError('it has neither cells nor landblocks to stand in', path, 'bad_value');
    const name = shownName(path).replace(/^.*\//, '').replace(/(\.world\.json|\.sfw)$/, '');
    this.actions.walk(walkInWorld(name, path.slice(path.lastIndexOf('/') + 1), look.spawn), address);
  }

  private async overlay(path: string): Promise<void> {
    const { looked } = this;
    try {
      const text = await this.files.bring(path);
      if (looked.doc === null) throw new EngineError('open a scenario first: a recording is laid over it', path, 'bad_value');
      const read = this.files.kind(path) === 'trace' ? readTrace : readCapture;
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
