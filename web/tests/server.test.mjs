// `surefoot view` with the real page: it opens with what was given, and ends when it is told to.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { goTo, launch, openPage, root, run, state, tool } from './browser.mjs';

async function view(...words) {
  const child = spawn(tool, ['view', '--no-open', '--json', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', (l) => resolve([l]));
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });
  return { child, ...JSON.parse(line) };
}

test('a scenario and a trace over it, from the tool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surefoot-view-'));
  const scenario = join(root, 'worlds/house-enter.scenario.json');
  const trace = join(folder, 'same.jsonl');
  run('run', '--json', scenario, '--trace', trace);
  const broken = join(folder, 'broken.scenario.json');
  writeFileSync(broken, '{"format": "surefoot-scenario/1", "name": 3}');
  const { child, url } = await view(scenario, trace, broken);
  const browser = await launch();
  try {
    const { page, faults } = await openPage(browser);
    await goTo(page, url);
    const [ran] = run('run', '--json', scenario);
    const here = await state(page);
    assert.equal(here.hash, ran.hash);
    assert.match(here.path, /house-enter\.scenario\.json$/);
    await page.waitForFunction(() => document.querySelector('.toast')?.textContent.includes('laid over'));
    const names = await page.locator('#document optgroup[label=Yours] option').allTextContents();
    assert.equal(names.length, 3);
    await page.selectOption('#document', { label: names.find((n) => n.includes('broken')) });
    await page.waitForSelector('#error');
    assert.match(await page.locator('#error-place').textContent(), /broken\.scenario\.json: \//);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  assert.equal(await ended, 0);
});
