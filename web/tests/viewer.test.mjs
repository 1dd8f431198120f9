// The page as a person uses it, in Chromium with software GL.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { goTo, launch, openPage, pageFolder, root, run, serve, state, tool } from './browser.mjs';

const shots = process.env.SUREFOOT_SHOTS ?? join(root, 'build/shots');
let server;
let browser;
let page;
let context;
let faults;
let folder;

before(async () => {
  mkdirSync(shots, { recursive: true });
  server = await serve(pageFolder);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surefoot-web-'));
  ({ page, context, faults } = await openPage(browser));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await context.close();
  assert.deepEqual(faults, [], 'the console has errors');
});

/** The picture itself, without what lies over it. */
const shot = async (name) => {
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(shots, `${name}.png`) });
};

test('every shipped world opens and can be stood in', async () => {
  const worlds = JSON.parse(readFileSync(join(pageFolder, 'worlds/index.json'), 'utf8')).filter((f) => f.kind === 'world');
  assert.ok(worlds.length >= 20, `only ${worlds.length} worlds are shipped`);
  await goTo(page, server.url);
  for (const { path } of worlds) {
    await page.selectOption('#document', `/shipped/${path}`);
    await page.waitForFunction((p) => window.surefoot.state().path === p, `/shipped/${path}`);
    assert.equal(await page.locator('#error').count(), 0, `${path} shows an error`);
    await page.waitForFunction(() => window.surefoot.state().length > 2);
    const { now, mode } = await state(page);
    assert.equal(mode, 'walk');
    assert.ok(now.in_world, `${path}: the mover fell out of the world`);
  }
});

test('300 ticks walked by keys end with the bits and the hash of surefoot run', async () => {
  await goTo(page, server.url, 'open=/shipped/house.world.json');
  await page.locator('#canvas').focus();
  await page.keyboard.press('p');
  await page.keyboard.press('Shift+Backspace');
  for (let i = 0; i < 20; ++i) await page.keyboard.press('Shift+Backspace');
  assert.equal((await state(page)).tick, -1, 'undo goes back to the beginning');
  const ticks = async (n) => {
    for (let i = 0; i < n; ++i) await page.keyboard.press('.');
  };
  const hold = async (keys, n) => {
    for (const k of keys) await page.keyboard.down(k);
    await ticks(n);
    for (const k of keys) await page.keyboard.up(k);
  };
  await ticks(5);
  await hold(['KeyD'], 30);
  await hold(['KeyW'], 40);
  await hold(['KeyW', 'KeyA'], 50);
  await page.keyboard.down('Space');
  await ticks(20);
  await page.keyboard.up('Space');
  await hold(['KeyW'], 40);
  await hold(['KeyQ'], 25);
  await hold(['KeyS', 'KeyE'], 30);
  await hold(['ShiftLeft', 'KeyW', 'KeyD'], 60);
  const here = await state(page);
  assert.equal(here.length, 300);
  assert.ok(here.now.position.some((v, i) => Math.abs(v - [84, 87, 0][i]) > 2), 'it went somewhere');

  const scenario = JSON.parse(here.walk);
  scenario.world = join(root, 'worlds', scenario.world);
  const file = join(folder, 'walked.scenario.json');
  writeFileSync(file, JSON.stringify(scenario));
  const [ran] = run('run', '--json', file);
  assert.equal(ran.ticks, 300);
  assert.deepEqual(here.now.bits, ran.end.position_bits);
  assert.equal(here.hash, ran.hash);

  // Undone and walked again it is the same; and so is what a link of it shows.
  const link = await page.evaluate(() => new Promise((done) => setTimeout(() => done(location.href), 400)));
  await page.keyboard.press('Backspace');
  assert.equal((await state(page)).length, 299);
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector('body[data-ready=true]');
  const there = await state(other);
  assert.equal(there.hash, here.hash);
  assert.deepEqual(there.now.bits, here.now.bits);
});

test('a replay is scrubbed by keys, and has the hash of surefoot run', async () => {
  await goTo(page, server.url, 'open=/shipped/stairs-up.scenario.json');
  const [ran] = run('run', '--json', join(root, 'worlds/stairs-up.scenario.json'));
  assert.equal((await state(page)).hash, ran.hash);
  await page.locator('#timeline').focus();
  await page.keyboard.press('End');
  let now = await state(page);
  assert.equal(now.tick, ran.ticks - 1);
  assert.deepEqual(now.now.bits, ran.end.position_bits);
  await page.keyboard.press('Home');
  assert.equal((await state(page)).tick, -1);
  for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  now = await state(page);
  assert.equal(now.tick, 11);
  assert.equal(await page.locator('#timeline').getAttribute('aria-valuenow'), '11');
  // Dragged with the mouse, too.
  const box = await page.locator('#timeline').boundingBox();
  await page.mouse.click(box.x + box.width - 3, box.y + 12);
  assert.equal((await state(page)).tick, ran.ticks - 1);
  // Played to its end and once more round.
  await page.keyboard.press('Home');
  await page.selectOption('#speed', '4');
  await page.locator('#timeline').focus();
  await page.keyboard.press('Space');
  await page.waitForFunction((n) => window.surefoot.state().tick === n, ran.ticks - 1);
  await page.waitForFunction(() => !window.surefoot.state().playing);
  await page.keyboard.press('o');
  await page.keyboard.press('Space');
  await page.waitForFunction((n) => window.surefoot.state().tick > n / 2, ran.ticks);
  await page.waitForFunction((n) => window.surefoot.state().tick < n / 2, ran.ticks);
  assert.equal((await state(page)).playing, true, 'in a loop it goes on');
});

test('a recorded trace is laid over its scenario, with the first differing tick', async () => {
  const source = join(root, 'worlds/stairs-up.scenario.json');
  const trace = join(folder, 'other.jsonl');
  run('run', '--json', source, '--trace', trace);
  const lines = readFileSync(trace, 'utf8').trim().split('\n');
  const bent = JSON.parse(lines[21]);
  bent.pos[1] = '0x41210000';
  lines[21] = JSON.stringify(bent);
  writeFileSync(trace, `${lines.join('\n')}\n`);
  await goTo(page, server.url, 'open=/shipped/stairs-up.scenario.json');
  await page.setInputFiles('input[type=file]', trace);
  await page.waitForFunction(() => document.querySelector('.toast')?.textContent.includes('laid over'));
  await page.locator('#timeline').focus();
  await page.keyboard.press('g');
  assert.equal((await state(page)).tick, bent.t);
});

test('a capture of our own lies over its scenario without a difference', async () => {
  const capture = join(folder, 'calls.jsonl');
  run('run', '--json', join(root, 'worlds/stairs-up.scenario.json'), '--capture', capture);
  // A killed process leaves half a line.
  writeFileSync(capture, `${readFileSync(capture, 'utf8')}{"tick":`);
  await goTo(page, server.url, 'open=/shipped/stairs-up.scenario.json');
  await page.setInputFiles('input[type=file]', capture);
  await page.waitForFunction(() => document.querySelector('.toast')?.textContent.includes('laid over'));
  await page.locator('#timeline').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('g');
  assert.equal((await state(page)).tick, -1, 'there is nowhere to go: it stays before the first tick');
});

test('Explain tells the rule that decided on the roof', async () => {
  const scenario = join(root, 'worlds/roof-landing.scenario.json');
  await goTo(page, server.url, 'open=/shipped/roof-landing.scenario.json&mode=explain&tick=4');
  // Whatever the tool says of each of these ticks the page says.
  for (const tick of [4, 5, 12, 21, 29]) {
    const [told] = run('explain', '--json', scenario, '--tick', String(tick));
    while ((await state(page)).tick < tick) await page.keyboard.press('ArrowRight');
    assert.equal((await state(page)).rule, told.rule, `tick ${tick}`);
    assert.equal(await page.locator('#sentence').textContent(), told.summary);
  }
  const landed = await page.evaluate(() => window.surefoot.state().length);
  await page.keyboard.press('Home');
  let rule = '';
  for (let i = 0; i < landed && rule !== 'land.landed'; ++i) {
    await page.keyboard.press('ArrowRight');
    ({ rule } = await state(page));
  }
  assert.equal(rule, 'land.landed');
  assert.equal(await page.locator('.tree .deciding').getAttribute('data-arm'), 'land.landed');
  // Hovering a line with a plane or a polygon changes the picture.
  const before_ = await page.locator('#canvas').screenshot();
  await page.locator('.tree .arm', { hasText: ' N ' }).or(page.locator('.tree .deciding > .line')).last().hover();
  await page.waitForTimeout(200);
  const hovered = await page.locator('#canvas').screenshot();
  assert.notDeepEqual(hovered, before_);
  await shot('explain');
});

test('a moment is copied as a scenario that ends the same', async () => {
  await goTo(page, server.url, 'open=/shipped/roof-landing.scenario.json&mode=explain&tick=8');
  await page.click('#copy-scenario');
  await page.waitForFunction(() => document.querySelector('.toast')?.textContent.startsWith('Copied'));
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const scenario = JSON.parse(text);
  const { now, rule } = await state(page);
  scenario.world = join(root, 'worlds', scenario.world);
  const file = join(folder, 'moment.scenario.json');
  writeFileSync(file, JSON.stringify(scenario));
  const [ran] = run('run', '--json', file);
  assert.equal(ran.verdict, 'pass');
  assert.equal(ran.ticks, 1);
  assert.deepEqual(ran.end.position_bits, now.bits);
  const [told] = run('explain', '--json', file, '--tick', '0');
  assert.equal(told.rule, rule);
});

test('Compare shows glide against freeze at the steep neighbour (#345)', async () => {
  await goTo(page, server.url, 'open=/shipped/steep-neighbour-acdream.scenario.json&mode=compare');
  assert.equal(await page.inputValue('#profile-left'), 'retail');
  assert.equal(await page.inputValue('#profile-right'), 'acdream-2026-08-08');
  const verdict = await page.locator('#verdict').textContent();
  const [told] = run(
    'compare',
    '--json',
    join(root, 'worlds/steep-neighbour.scenario.json'),
    '--profile',
    'retail',
    '--profile',
    'acdream-2026-08-08',
  );
  assert.ok(verdict.includes(`They part at tick ${told.tick}`), verdict);
  assert.ok(verdict.includes(told.rule), verdict);
  assert.ok(verdict.includes(told.sides[0].summary), 'the sentence of retail');
  assert.ok(verdict.includes(told.sides[1].summary), 'the sentence of the port');
  await page.click('#go-to-parting');
  assert.equal((await state(page)).tick, told.tick);
  await page.keyboard.press('End');
  // Retail has glided along the foot of the rise; the port has not moved.
  const ends = await page.evaluate(() => window.surefoot.ends());
  assert.ok(ends[0].moved > 0.8, `retail moved ${ends[0].moved} m`);
  assert.equal(ends[1].moved, 0);
  await shot('compare');
});

test('a broken file is told with its place', async () => {
  await goTo(page, server.url);
  const broken = readFileSync(join(root, 'worlds/stairs-up.scenario.json'), 'utf8').replace('"radius": 0.48', '"radius": "wide"');
  const file = join(folder, 'broken.scenario.json');
  writeFileSync(file, broken);
  await page.setInputFiles('input[type=file]', file);
  await page.waitForSelector('#error');
  assert.match(await page.locator('#error-place').textContent(), /broken\.scenario\.json: \/mover\/radius/);
  assert.match(await page.locator('#error mark').textContent(), /"radius": "wide"/);

  writeFileSync(file, '{\n  "format": "surefoot-scenario/1",\n  "name": oops\n}\n');
  await page.setInputFiles('input[type=file]', file);
  await page.waitForFunction(() => document.querySelector('#error-place')?.textContent.includes('line 3'));
  assert.match(await page.locator('#error mark').textContent(), /oops/);

  writeFileSync(file, broken.replace('"radius": "wide"', '"radius": 0.48').replace('stairs.world.json', 'nowhere.world.json'));
  await page.setInputFiles('input[type=file]', file);
  await page.waitForFunction(() => document.querySelector('#error-place')?.textContent.includes('nowhere.world.json'));
  await page.click('#error button');
  assert.equal(await page.locator('#error').count(), 0);
});

test('every scenario opens, with the hash of surefoot run', async () => {
  const ran = new Map(run('run', '--json', join(root, 'worlds')).map((r) => [r.scenario, r]));
  const list = JSON.parse(readFileSync(join(pageFolder, 'worlds/index.json'), 'utf8')).filter((f) => f.kind === 'scenario');
  await goTo(page, server.url);
  let compared = 0;
  for (const { path } of list) {
    await page.selectOption('#document', `/shipped/${path}`);
    await page.waitForFunction((p) => window.surefoot.state().path === p || document.getElementById('error'), `/shipped/${path}`);
    assert.equal(await page.locator('#error').count(), 0, `${path} shows an error`);
    const name = JSON.parse(readFileSync(join(root, 'worlds', path), 'utf8')).name;
    const wanted = ran.get(name);
    if (wanted === undefined) continue;
    await page.waitForFunction((n) => window.surefoot.state().length === n, wanted.ticks, { timeout: 60_000 });
    assert.equal((await state(page)).hash, wanted.hash, path);
    compared += 1;
  }
  assert.ok(compared >= 100, `only ${compared} were compared`);
});

test('one body of a crowd is chosen by mouse, box and key, and has its readout and its rule tree', async () => {
  await goTo(page, server.url, 'open=/shipped/crowd-200.scenario.json&tick=0');
  assert.equal((await state(page)).body, null);
  assert.match(await page.locator('.readout').textContent(), /A crowd: click a body/);
  const point = await page.evaluate(() => window.surefoot.bodyPoint(17));
  await page.mouse.click(point.x, point.y);
  let here = await state(page);
  assert.equal(here.body, 17);
  assert.match(await page.locator('.readout').textContent(), /body 17.*tick 0 of 900.*cell0x0101/s);
  assert.match(await page.locator('.readout .chips').textContent(), /ON_WALKABLE/);
  await page.selectOption('#body', '3');
  assert.equal((await state(page)).body, 3);
  await page.locator('#canvas').focus();
  await page.keyboard.press('n');
  assert.equal((await state(page)).body, 4);
  assert.match(await page.locator('#said').textContent(), /^Body 4 of 200\. Tick 0: /);
  await page.keyboard.press('Shift+N');
  await page.keyboard.press('Shift+N');
  assert.equal((await state(page)).body, 2);
  // Dragged, the picture turns and nobody else is chosen.
  await page.mouse.move(point.x, point.y);
  await page.mouse.down();
  await page.mouse.move(point.x + 40, point.y);
  await page.mouse.up();
  assert.equal((await state(page)).body, 2);

  // On the way each tick has its own rule; a link leads to the same one.
  await goTo(page, server.url, 'open=/shipped/crowd-200.scenario.json&mode=explain&tick=150&body=11');
  here = await state(page);
  assert.equal(here.body, 11);
  assert.notEqual(here.rule, '');
  assert.equal(await page.locator('.tree .deciding').first().getAttribute('data-arm'), here.rule);
  assert.notEqual(await page.locator('#sentence').textContent(), '');
  await page.locator('#timeline').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const again = await state(page);
  assert.deepEqual(again.now, here.now);
  assert.equal(again.rule, here.rule);
  await shot('crowd-explain');

  // This one resolve, with those around it: the tool says the same of it.
  await page.click('#copy-scenario');
  await page.waitForFunction(() => document.querySelector('.toast')?.textContent.startsWith('Copied: one resolve'));
  const file = join(folder, 'moment.scenario.json');
  writeFileSync(file, await page.evaluate(() => navigator.clipboard.readText()));
  const [ran] = run('run', '--json', file);
  assert.equal(ran.verdict, 'pass');
  assert.deepEqual(ran.end.position_bits, here.now.bits);
  const [told] = run('explain', '--json', file, '--tick', '0');
  assert.equal(told.rule, here.rule);
  assert.equal(told.summary, await page.locator('#sentence').textContent());
});

test('a body of a crowd is taken over by keys, and the others stand about', async () => {
  await goTo(page, server.url, 'open=/shipped/crowd-200.scenario.json&tick=150&body=11');
  const before = await state(page);
  await page.locator('#canvas').focus();
  await page.keyboard.press('1');
  await page.waitForFunction(() => window.surefoot.state().mode === 'walk');
  await page.keyboard.press('p');
  await page.keyboard.press('Home');
  for (let i = 0; i < 8; ++i) await page.keyboard.press('Shift+Backspace');
  assert.deepEqual((await state(page)).now.bits, before.now.bits);
  await page.keyboard.down('KeyW');
  for (let i = 0; i < 45; ++i) await page.keyboard.press('.');
  await page.keyboard.up('KeyW');
  const here = await state(page);
  assert.equal(here.length, 45);
  const scenario = JSON.parse(here.walk);
  assert.equal(scenario.world.objects.length, 199);
  const file = join(folder, 'walked.scenario.json');
  writeFileSync(file, here.walk);
  const [ran] = run('run', '--json', file);
  assert.equal(ran.hash, here.hash);
  assert.deepEqual(ran.end.position_bits, here.now.bits);
  // A link of the walk begins with the same body.
  const link = await page.evaluate(() => new Promise((done) => setTimeout(() => done(location.href), 400)));
  assert.match(link, /body=11/);
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector('body[data-ready=true]', { timeout: 60_000 });
  assert.equal((await state(other)).hash, here.hash);
  await page.click('#back');
  await page.waitForFunction(() => window.surefoot.state().mode === 'replay');
});

test('two crowds part by one body, and the page goes to it', async () => {
  await goTo(page, server.url, 'open=/shipped/crowd-200.scenario.json&mode=compare&left=retail&right=openac_normalise_divides');
  const verdict = await page.locator('#verdict').textContent();
  const part = /They part at tick (\d+), with body (\d+), by (\w+)/.exec(verdict);
  assert.ok(part !== null, verdict);
  assert.doesNotMatch(verdict, /made no resolve/);
  await page.click('#go-to-parting');
  const here = await state(page);
  assert.equal(here.tick, Number(part[1]));
  assert.equal(here.body, Number(part[2]));
});

/** A prepared world of this run. */
function prepare(world, ...words) {
  const file = join(folder, world.replace('.world.json', '.sfw'));
  const made = spawnSync(tool, ['prepare', join(root, 'worlds', world), '-o', file, ...words], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  return file;
}

test('a prepared world is opened, drawn and walked in like the one it was made of', async () => {
  const file = prepare('house.world.json');
  await goTo(page, server.url, 'open=/shipped/house.world.json');
  const spawn = await page.evaluate(() => JSON.parse(window.surefoot.state().walk).body);
  const walls = await page.evaluate(() => window.surefoot.drawn());
  await page.setInputFiles('input[type=file]', file);
  await page.waitForFunction(() => window.surefoot.state().path === '/dropped/house.sfw');
  assert.equal(await page.locator('#error').count(), 0);
  await page.waitForFunction(() => window.surefoot.state().length > 2);
  // Portals are not in a prepared file.
  const drawn = await page.evaluate(() => window.surefoot.drawn());
  assert.equal(drawn.all - drawn.portals, walls.all - walls.portals);
  assert.equal(drawn.portals, 0);
  const here = await state(page);
  assert.equal(here.mode, 'walk');
  assert.ok(here.now.in_world);
  assert.deepEqual(JSON.parse(here.walk).body, spawn);
  await page.locator('#canvas').focus();
  await page.keyboard.press('p');
  await page.keyboard.down('KeyW');
  for (let i = 0; i < 60; ++i) await page.keyboard.press('.');
  await page.keyboard.up('KeyW');
  const walked = await state(page);
  writeFileSync(join(folder, 'walked.scenario.json'), walked.walk);
  const [ran] = run('run', '--json', join(folder, 'walked.scenario.json'));
  assert.equal(ran.hash, walked.hash);
  assert.deepEqual(ran.end.position_bits, walked.now.bits);
});

test('a prepared world is dropped on the page with a scenario that names it', async () => {
  const world = readFileSync(prepare('house.world.json')).toString('base64');
  const source = JSON.parse(readFileSync(join(root, 'worlds/house-enter.scenario.json'), 'utf8'));
  const scenario = JSON.stringify({ ...source, world: 'house.sfw' });
  await goTo(page, server.url);
  await page.evaluate(
    ([bytes, text]) => {
      const carried = new DataTransfer();
      carried.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'house.sfw'));
      carried.items.add(new File([text], 'in-house.scenario.json'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
    },
    [world, scenario],
  );
  await page.waitForFunction(() => window.surefoot.state().path === '/dropped/in-house.scenario.json');
  const [ran] = run('run', '--json', join(root, 'worlds/house-enter.scenario.json'));
  await page.waitForFunction((n) => window.surefoot.state().length === n, ran.ticks);
  assert.equal((await state(page)).hash, ran.hash);
  await page.keyboard.press('3');
  await page.waitForFunction(() => window.surefoot.state().rule !== '');
});

test('a prepared world that is packed or damaged is told with its place', async () => {
  await goTo(page, server.url);
  await page.setInputFiles('input[type=file]', prepare('house.world.json', '--zstd'));
  await page.waitForSelector('#error');
  assert.match(await page.locator('#error .sentence').textContent(), /packed world is not read here/);
  const file = prepare('house.world.json');
  const bytes = readFileSync(file);
  bytes[40] ^= 0xff;
  writeFileSync(file, bytes);
  await page.setInputFiles('input[type=file]', file);
  await page.waitForFunction(() => document.querySelector('#error .sentence')?.textContent.includes('damaged'));
  assert.match(await page.locator('#error-place').textContent(), /^house\.sfw: offset \d+/);
});

test('a link shows a colleague the same: document, way of looking, tick and camera', async () => {
  await goTo(page, server.url, 'open=/shipped/stairs-up.scenario.json&mode=explain&tick=20&camera=1.5,0.7,12.5');
  await page.click('button[aria-label="Copy a link to this view"]');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /open=\/shipped\/stairs-up\.scenario\.json/);
  assert.match(link, /mode=explain/);
  assert.match(link, /tick=20/);
  assert.match(link, /camera=1\.5,0\.7,12\.5/);
  assert.doesNotMatch(link, /layers/);
});

test('a link keeps what is drawn: the BSP on, portals off', async () => {
  await goTo(page, server.url, 'open=/shipped/stairs-up.scenario.json&tick=20');
  await page.locator('#canvas').focus();
  await page.keyboard.press('b');
  assert.match(await page.locator('.toast').textContent(), /^BSP: \d+ planes? deep/);
  await page.uncheck('#layer-portals');
  await page.waitForFunction(() => /layers=(?!.*portals)/.test(location.hash));
  const link = await page.evaluate(() => location.href);
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector('body[data-ready=true]');
  assert.equal(await other.isChecked('#layer-tree'), true);
  assert.equal(await other.isChecked('#layer-portals'), false);
  assert.equal(await other.isChecked('#layer-edges'), true);
});

test('the keyboard alone reaches everything, and what it does is said', async () => {
  await goTo(page, server.url, 'open=/shipped/stairs-up.scenario.json');
  const names = new Set();
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press('Tab');
    names.add(
      await page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
      }),
    );
  }
  for (const wanted of ['World or scenario', 'Walk', 'Explain', 'Tick', 'Play (Space)', 'Speed'])
    assert.ok(names.has(wanted), `${wanted} is reached: ${[...names].join(' | ')}`);
  await page.locator('#canvas').focus();
  await page.keyboard.press('3');
  await page.keyboard.press('End');
  assert.equal((await state(page)).mode, 'explain');
  const item = page.locator('.tree [tabindex="0"]');
  await item.focus();
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'treeitem');
  await page.locator('#canvas').focus();
  await page.keyboard.press('r');
  assert.match(await page.locator('#said').textContent(), /^Tick 44: .*on walkable ground/);
  // Nothing that can be pressed is without a name.
  const nameless = await page.evaluate(
    () =>
      [...document.querySelectorAll('button, select, input, [role=slider], canvas[role]')].filter(
        (n) =>
          !n.getAttribute('aria-label') && !n.getAttribute('aria-hidden') && !n.textContent?.trim() && !(n.labels?.length > 0),
      ).length,
  );
  assert.equal(nameless, 0);
});

test('walking looks right', async () => {
  // Out of the house's door and round its corner.
  await goTo(page, server.url, 'open=/shipped/house-leave.scenario.json&tick=30');
  await page.keyboard.press('1');
  await page.waitForFunction(() => window.surefoot.state().mode === 'walk');
  await page.keyboard.press('p');
  await goTo(page, server.url, 'open=/shipped/stairs.world.json');
  await page.waitForFunction(() => window.surefoot.state().length > 3);
  await shot('walk-start');
});

test('dark, on a phone', async () => {
  await context.close();
  ({ page, context, faults } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
    isMobile: true,
  }));
  await goTo(page, server.url, 'open=/shipped/stairs-up.scenario.json&mode=explain&tick=20');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  await shot('phone-explain');
  await goTo(page, server.url, 'open=/shipped/house.world.json');
  await page.waitForFunction(() => window.surefoot.state().length > 3);
  assert.ok(await page.locator('.pad').isVisible());
  await shot('phone-walk');
});

test('the hint of the first visit goes away and stays away', async () => {
  const fresh = await browser.newContext();
  const first = await fresh.newPage();
  await goTo(first, server.url);
  await first.locator('#hint button').click();
  assert.equal(await first.locator('#hint').count(), 0);
  await goTo(first, server.url);
  assert.equal(await first.locator('#hint').count(), 0);
  await fresh.close();
});

test('a picture is saved as PNG', async () => {
  await goTo(page, server.url, 'open=/shipped/stairs-up.scenario.json&tick=20');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('button[aria-label="Save the picture as PNG"]'),
  ]);
  assert.equal(download.suggestedFilename(), 'stairs-up-replay-20.png');
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
});
