// Where files come from: shipped with the page, named to `surefoot view`, or dropped on the page. Each has a folder of
// the engine's file system; a scenario's world and a world's includes follow it there.
import { EngineError, type Engine } from '../engine/types';

export interface ShippedFile {
  path: string;
  name: string;
  about: string;
  kind: 'world' | 'scenario';
}

interface GivenList {
  files: string[];
  open: string[];
}

export type Kind = 'world' | 'scenario' | 'trace' | 'capture' | 'unknown';

interface Named {
  format?: unknown;
  world?: unknown;
  include?: unknown;
}

const SHIPPED = '/shipped/';
const GIVEN = '/given/';
const DROPPED = '/dropped/';

/** Folder part, and a relative name joined to it with "." and ".." worked out. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

export function join(folder: string, name: string): string {
  const out: string[] = [];
  for (const part of `${folder}/${name}`.split('/')) {
    if (part === '..') out.pop();
    else if (part !== '' && part !== '.') out.push(part);
  }
  return `/${out.join('/')}`;
}

function parse(text: string): Named | null {
  try {
    return JSON.parse(text) as Named;
  } catch {
    return null;
  }
}

/** A world as arrays, which `surefoot prepare` writes; it has no text. */
function isPrepared(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 8)) === 'SFWORLD\x1a';
}

/** By its format, or, of a file without one, by its name: recordings of other ports have none. */
function kindOf(path: string, text: string): Kind {
  if (path.endsWith('.jsonl')) {
    const first = parse(text.slice(0, text.indexOf('\n') >>> 0));
    return first?.format === 'surefoot-trace/1' ? 'trace' : 'capture';
  }
  const json = parse(text);
  if (json?.format === 'surefoot-world/1') return 'world';
  if (json?.format === 'surefoot-scenario/1') return 'scenario';
  if (path.endsWith('.world.json')) return 'world';
  if (path.endsWith('.scenario.json')) return 'scenario';
  return 'unknown';
}

async function fetchBytes(url: string): Promise<Uint8Array | null> {
  const response = await fetch(url);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}

async function fetchText(url: string): Promise<string | null> {
  const bytes = await fetchBytes(url);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

export class Files {
  shipped: ShippedFile[] = [];
  /** What the page was opened with, in the order it was named. */
  given: string[] = [];
  private givenNumbers = new Map<string, number>();
  private readonly texts = new Map<string, string>();
  private readonly prepared = new Set<string>();

  constructor(private readonly engine: Engine) {}

  async list(): Promise<void> {
    const shipped = await fetchText('worlds/index.json');
    if (shipped !== null) this.shipped = JSON.parse(shipped) as ShippedFile[];
    // Only `surefoot view` says that it has files to give; asking any other server would be a 404 in its log.
    if (document.querySelector('meta[name="surefoot-view"]') === null) return;
    const given = await fetchText('given.json');
    if (given === null) return;
    const list = JSON.parse(given) as GivenList;
    list.files.forEach((path, i) => this.givenNumbers.set(GIVEN + path, i));
    this.given = list.open.map((path) => GIVEN + path);
  }

  /** A file of the person's own, under its name. */
  drop(name: string, bytes: Uint8Array): string {
    const path = DROPPED + name;
    this.keep(path, bytes);
    return path;
  }

  private keep(path: string, bytes: Uint8Array): string {
    const prepared = isPrepared(bytes);
    if (prepared) this.prepared.add(path);
    else this.prepared.delete(path);
    const text = prepared ? '' : new TextDecoder().decode(bytes);
    this.texts.set(path, text);
    this.engine.put(path, bytes);
    return text;
  }

  kind(path: string): Kind {
    return this.prepared.has(path) ? 'world' : kindOf(path, this.texts.get(path) ?? '');
  }

  text(path: string): string | undefined {
    return this.texts.get(path);
  }

  private async fetch(path: string): Promise<Uint8Array | null> {
    if (path.startsWith(SHIPPED)) return fetchBytes(`worlds/${path.slice(SHIPPED.length)}`);
    const number = this.givenNumbers.get(path);
    if (number !== undefined) return fetchBytes(`given/${number}`);
    return null;
  }

  /** Brings a file, and what it names, to where the engine looks. */
  async bring(path: string): Promise<string> {
    const text = await this.bringOne(path);
    if (text === null) throw new EngineError('cannot open: there is no such file here', path, 'file_not_found');
    return text;
  }

  private async bringOne(path: string): Promise<string | null> {
    let text = this.texts.get(path) ?? null;
    if (text === null) {
      const bytes = await this.fetch(path);
      if (bytes !== null) text = this.keep(path, bytes);
    }
    if (text === null && path.startsWith(DROPPED)) {
      // A dropped scenario may name a world that is shipped.
      const name = path.slice(path.lastIndexOf('/') + 1);
      const shipped = this.shipped.find((f) => f.path === name);
      if (shipped !== undefined) text = await this.bringOne(SHIPPED + name);
      if (text !== null) {
        this.texts.set(path, text);
        this.engine.put(path, text);
      }
    }
    if (text === null) return null;
    if (!path.endsWith('.jsonl')) await this.follow(path, text);
    return text;
  }

  private async follow(path: string, text: string): Promise<void> {
    const json = parse(text);
    if (json === null) return;
    const names: string[] = [];
    const inline = typeof json.world === 'object' ? (json.world as Named | null) : null;
    for (const list of [json.include, inline?.include]) {
      if (Array.isArray(list)) names.push(...list.filter((n): n is string => typeof n === 'string'));
    }
    if (typeof json.world === 'string') names.push(json.world);
    for (const name of names) {
      const other = join(folderOf(path), name);
      // What cannot be had is left to the engine to name, with its place.
      if (!this.texts.has(other)) await this.bringOne(other);
    }
  }
}

/** Traces and captures: a line a tick. */
export function isRecording(path: string): boolean {
  return path.endsWith('.jsonl');
}

export function shippedPath(path: string): string {
  return SHIPPED + path;
}

export function isDropped(path: string): boolean {
  return path.startsWith(DROPPED);
}

/** As people know it. */
export function shownName(path: string): string {
  for (const root of [SHIPPED, GIVEN, DROPPED]) {
    if (path.startsWith(root)) return path.slice(root.length);
  }
  return path;
}
