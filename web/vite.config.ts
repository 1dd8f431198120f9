import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const worlds = fileURLToPath(new URL('../worlds/', import.meta.url));

/** Puts the shipped worlds and scenarios beside the page, with a list of them. */
function shippedWorlds(): Plugin {
  return {
    name: 'shipped-worlds',
    generateBundle() {
      const list: { path: string; name: string; about: string; kind: string }[] = [];
      const paths = readdirSync(worlds, { recursive: true, encoding: 'utf8' }).filter((p) => p.endsWith('.json'));
      for (const path of paths.map((p) => p.replaceAll('\\', '/')).sort()) {
        const source = readFileSync(worlds + path, 'utf8');
        this.emitFile({ type: 'asset', fileName: `worlds/${path}`, source });
        const json = JSON.parse(source) as { name?: string; about?: string };
        const kind = path.endsWith('.world.json') ? 'world' : path.endsWith('.scenario.json') ? 'scenario' : null;
        if (kind === null) continue;
        const name = path.replace(/^.*\//, '').replace(/\.(world|scenario)\.json$/, '');
        list.push({ path, name, about: json.about ?? '', kind });
      }
      this.emitFile({ type: 'asset', fileName: 'worlds/index.json', source: JSON.stringify(list) });
    },
  };
}

// Everything relative: the page works from any folder of any server.
export default defineConfig({
  base: './',
  plugins: [shippedWorlds()],
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, chunkSizeWarningLimit: 900 },
});
