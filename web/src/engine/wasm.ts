// The engine in the page: one text goes in, one comes out (src/web/viewer.hpp lists the commands).
import loadEngine, { type EngineModule } from '../../engine-dist/surefoot_view.mjs';
import wasmUrl from '../../engine-dist/surefoot_view.wasm?url';
import {
  EngineError,
  POLYGON_WORDS,
  type Command,
  type DocumentOf,
  type DrawingOf,
  type Engine,
  type MemberOf,
  type Moment,
  type News,
  type Parting,
  type Register,
  type SourceOf,
  type TakeName,
  type TickOf,
  type Traced,
  type TreeOf,
  type WalkNews,
  type WorldLook,
} from './types';

interface Failure {
  error: { code: string; message: string; where: string };
}

class WasmEngine implements Engine {
  readonly register: Register;

  constructor(private readonly module: EngineModule) {
    this.register = this.call<Register>({ do: 'register' });
  }

  private call<T>(command: object): T {
    const m = this.module;
    const text = JSON.stringify(command);
    const size = m.lengthBytesUTF8(text) + 1;
    const at = m._malloc(size);
    m.stringToUTF8(text, at, size);
    let answer: T | Failure;
    try {
      answer = JSON.parse(m.UTF8ToString(m._sf_view_call(at))) as T | Failure;
    } finally {
      m._free(at);
    }
    if (answer !== null && typeof answer === 'object' && 'error' in answer) {
      const { message, where, code } = answer.error;
      throw new EngineError(message, where, code);
    }
    return answer as T;
  }

  put(path: string, content: string | Uint8Array): void {
    const folders = path.split('/').slice(1, -1);
    let at = '';
    for (const folder of folders) {
      at += `/${folder}`;
      if (!this.module.FS.analyzePath(at).exists) this.module.FS.mkdir(at);
    }
    this.module.FS.writeFile(path, content);
  }

  look(path: string): WorldLook {
    return this.call({ do: 'look', path });
  }

  open(path: string): DocumentOf {
    return this.call({ do: 'open', path });
  }

  openText(text: string, dir: string): DocumentOf {
    return this.call({ do: 'open', text, dir });
  }

  draw(): DrawingOf {
    const said = this.call<{ polygons: number; vertices: number; sources: SourceOf[] }>({ do: 'draw' });
    const at = this.module._sf_view_words();
    const words = said.polygons * POLYGON_WORDS;
    const heap = this.module.HEAPU8.buffer;
    return {
      sources: said.sources,
      table: new Uint32Array(heap, at, words).slice(),
      vertices: new Float32Array(heap, at + words * 4, said.vertices * 3).slice(),
    };
  }

  tree(source: number): TreeOf | null {
    return this.call({ do: 'tree', source });
  }

  start(take: TakeName, options: { profile?: string; walk?: boolean } = {}): { profile: string[]; ticks: number } {
    return this.call({ do: 'start', take, ...options });
  }

  copy(take: TakeName, of: TakeName, profile: string): { profile: string[]; ticks: number } {
    return this.call({ do: 'copy', take, of, profile });
  }

  play(take: TakeName, most: number): News {
    return this.call({ do: 'play', take, most });
  }

  walk(take: TakeName, input: { command?: Command; jump?: number }): WalkNews {
    return this.call({ do: 'walk', take, ...input });
  }

  undo(take: TakeName, ticks: number): { ticks: number; hash: string } {
    return this.call({ do: 'undo', take, ticks });
  }

  tick(take: TakeName, tick: number, member?: number): TickOf {
    return this.call({ do: 'tick', take, tick, member });
  }

  trace(take: TakeName, tick: number, member?: number): Traced {
    return this.call({ do: 'trace', take, tick, member });
  }

  moment(take: TakeName, tick: number, world: unknown, member?: number): Moment {
    return this.call({ do: 'moment', take, tick, world, member });
  }

  member(take: TakeName, member: number): MemberOf {
    return this.call({ do: 'member', take, member });
  }

  stand(take: TakeName, tick: number, member: number, world: unknown): Record<string, unknown> {
    return this.call({ do: 'stand', take, tick, member, world });
  }

  part(left: TakeName, right: TakeName): Parting {
    return this.call({ do: 'part', left, right });
  }
}

export async function loadWasmEngine(): Promise<Engine> {
  const module = await loadEngine({ locateFile: () => wasmUrl });
  return new WasmEngine(module);
}
