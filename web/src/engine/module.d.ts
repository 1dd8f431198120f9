declare module '*/surefoot_view.mjs' {
  export interface EngineModule {
    HEAPU8: Uint8Array;
    FS: {
      writeFile(path: string, content: string | Uint8Array): void;
      mkdir(path: string): void;
      analyzePath(path: string): { exists: boolean };
    };
    UTF8ToString(at: number): string;
    stringToUTF8(text: string, at: number, size: number): void;
    lengthBytesUTF8(text: string): number;
    _malloc(size: number): number;
    _free(at: number): void;
    _sf_view_call(at: number): number;
    _sf_view_words(): number;
  }
  export default function loadEngine(options: { locateFile(name: string): string }): Promise<EngineModule>;
}
