// Exit 0 where there is a Chromium to test in.
import { findChromium } from './browser.mjs';
process.exit(findChromium() === undefined ? 1 : 0);
