// The pictures of the README and of docs/viewer.md: SUREFOOT_SHOTS=docs/pictures scripts/web_test.sh pictures.test.mjs
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { goTo, launch, openPage, pageFolder, root, serve, state } from './browser.mjs';

const shots = process.env.SUREFOOT_SHOTS ?? join(root, 'build/shots');

const PICTURES = {
  walk: { address: 'open=/shipped/house.world.json&keys=8x62.1x35.5x25.1x30', tick: 151 },
  explain: { address: 'open=/shipped/roof-landing.scenario.json&mode=explain&tick=5', tick: 5 },
  compare: { address: 'open=/shipped/steep-neighbour.scenario.json&mode=compare&tick=5', tick: 5, dark: true },
};

test('Walk, Explain and Compare are pictured', async () => {
  mkdirSync(shots, { recursive: true });
  const server = await serve(pageFolder);
  const browser = await launch();
  try {
    for (const [name, { address, tick, dark }] of Object.entries(PICTURES)) {
      const { page, context, faults } = await openPage(browser, { colorScheme: dark ? 'dark' : 'light' });
      // Smooth edges, which software GL leaves out otherwise.
      await goTo(page, `${server.url}?smooth`, address);
      assert.equal((await state(page)).tick, tick);
      if (name === 'explain') await page.locator('.tree .deciding > .line').hover();
      await page.waitForTimeout(1000);
      await page.screenshot({ path: join(shots, `viewer-${name}.png`) });
      assert.deepEqual(faults, []);
      await context.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
});
