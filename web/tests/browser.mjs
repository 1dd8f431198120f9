// Debian's Chromium with software GL, and a server of the built page for it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const webFolder = fileURLToPath(new URL('../', import.meta.url));
export const root = fileURLToPath(new URL('../../', import.meta.url));
/** The page as `surefoot view` finds it. */
export const pageFolder = join(root, 'build/release/share/surefoot/web');
export const tool = join(root, 'build/release/bin/surefoot');

/** What a run of the tool prints, a JSON object a line. */
export function run(...words) {
  const ran = spawnSync(tool, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return ran.stdout.trim().split('\n').map((line) => JSON.parse(line));
}

/** Chromium's path, or undefined where there is none. */
export function findChromium() {
  const named = process.env.SUREFOOT_CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((p) => existsSync(p));
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** Serves a folder on a free port of this machine, as any static server would. */
export async function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    let file = join(folder, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export async function launch() {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page that remembers what went wrong in it: nothing may. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  await context.addInitScript(() => localStorage.setItem('surefoot-hint-seen', '1'));
  const page = await context.newPage();
  const faults = [];
  page.on('console', (m) => {
    // Software GL says that reading pixels is slow: that is what the frame-time test does on purpose.
    if (m.type() === 'error') faults.push(m.text());
  });
  page.on('pageerror', (e) => faults.push(String(e)));
  page.on('requestfailed', (r) => faults.push(`${r.url()} failed`));
  return { page, context, faults };
}

export async function goTo(page, url, address = '') {
  await page.goto(`${url}${address === '' ? '' : `#${address}`}`);
  await page.waitForSelector('body[data-ready=true]', { timeout: 60_000 });
}

export const state = (page) => page.evaluate(() => window.surefoot.state());
