// `surefoot view` with the real page: it opens with what was given, and ends when it is told to.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
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

test('a capture in its world, and a trace alone, are what is replayed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surefoot-view-'));
  const capture = join(folder, 'calls.jsonl');
  const trace = join(folder, 'steps.jsonl');
  const [ran] = run('run', '--json', join(root, 'worlds/stairs-up.scenario.json'), '--capture', capture, '--trace', trace);
  const browser = await launch();
  const opened = async (words, look) => {
    const { child, url } = await view(...words);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      const { page, faults } = await openPage(browser);
      await goTo(page, url);
      await look(page);
      assert.deepEqual(faults, []);
    } finally {
      child.kill('SIGINT');
    }
    assert.equal(await ended, 0);
  };
  try {
    await opened([capture, join(root, 'worlds/stairs.world.json')], async (page) => {
      await page.waitForFunction((n) => window.surefoot.state().length === n, ran.ticks);
      assert.equal((await state(page)).mode, 'replay');
      await page.locator('#timeline').focus();
      await page.keyboard.press('End');
      const here = await state(page);
      assert.deepEqual(here.now.bits, ran.end.position_bits);
      assert.match(await page.locator('.readout .chips').textContent(), /CONTACT.*ON_WALKABLE/);
      assert.match(await page.locator('.readout').textContent(), /contact N0\.0000, 0\.0000, 1\.0000/);
      assert.ok(await page.getByRole('button', { name: 'Explain' }).isDisabled(), 'a recording has no rules');
      // Walk goes on from where the recorded mover stands.
      await page.locator('#canvas').focus();
      await page.keyboard.press('1');
      await page.waitForFunction(() => window.surefoot.state().mode === 'walk');
      await page.keyboard.press('p');
      for (let i = 0; i < 9; ++i) await page.keyboard.press('Shift+Backspace');
      assert.deepEqual((await state(page)).now.bits, ran.end.position_bits);
    });
    // A trace names its scenario; that is shipped.
    await opened([trace], async (page) => {
      await page.waitForFunction(() => document.querySelector('.toast')?.textContent.includes('laid over stairs-up'));
      assert.equal((await state(page)).hash, ran.hash);
    });
    await opened([capture], async (page) => {
      await page.waitForSelector('#error');
      assert.match(await page.locator('#error .sentence').textContent(), /open it together with its world or scenario/);
    });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a prepared world, from the tool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surefoot-view-'));
  const file = join(folder, 'stairs.sfw');
  const made = spawnSync(tool, ['prepare', join(root, 'worlds/stairs.world.json'), '-o', file]);
  assert.equal(made.status, 0);
  const { child, url } = await view(file);
  const browser = await launch();
  try {
    const { page, faults } = await openPage(browser);
    await goTo(page, url);
    await page.waitForFunction(() => window.surefoot.state().length > 3);
    const here = await state(page);
    assert.equal(here.path, '/given/stairs.sfw');
    assert.equal(here.mode, 'walk');
    assert.ok(here.now.in_world);
    assert.ok((await page.evaluate(() => window.surefoot.drawn())).all > 20);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  assert.equal(await ended, 0);
});
