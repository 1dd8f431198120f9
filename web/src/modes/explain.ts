// Explain: a replay with the rule tree of the tick beside it.
import { highlight } from '../about';
import type { Traced, Vec } from '../engine/types';
import { copyText, toast } from '../ui/dom';
import { ExplainPanel } from '../ui/explain_panel';
import type { Mode } from '../ui/header';
import type { About } from '../ui/tree';
import { Replay } from './replay';
import type { Page } from './way';

export class Explain extends Replay {
  override readonly panel: HTMLElement;
  traced: Traced | null = null;
  private readonly view: ExplainPanel;

  constructor(page: Page) {
    super(page);
    this.view = new ExplainPanel(page.engine.register, {
      about: (about) => this.showAbout(about),
      copy: () => void this.copyMoment(),
    });
    this.panel = this.view.node;
  }

  override refusal(): string | null {
    return super.refusal() ?? (this.page.looked.doc?.mode === 'crowd' ? 'A crowd has no single mover' : null);
  }

  override async enter(was: Mode): Promise<void> {
    await super.enter(was);
    if (this.page.looked.tick < 0 && this.length > 0) this.page.looked.tick = 0;
  }

  override show(): void {
    const { engine, looked, stage } = this.page;
    const take = this.run.take;
    if (take === null || looked.tick < 0) {
      this.traced = null;
      this.view.show(null, 'Nothing has happened yet: go to a tick.');
      return;
    }
    if (this.page.playing && this.traced !== null) return;
    try {
      this.traced = engine.trace(take, looked.tick);
      this.view.show(this.traced);
      if (this.traced.from != null && this.traced.to !== undefined) stage.markWish(this.traced.from, this.traced.to);
    } catch (fault) {
      this.traced = null;
      this.view.show(null, fault instanceof Error ? fault.message : String(fault));
    }
  }

  private showAbout(about: About | null): void {
    const { now, looked, stage } = this.page;
    if (now === null || looked.doc === null) return;
    const at: Vec = this.traced?.from ?? now.at;
    highlight(stage, about, {
      at,
      reached: this.traced?.reached ?? now.at,
      cell: now.cell,
      base: looked.doc.base,
      mover: looked.doc.mover,
      touched: now.touched,
    });
  }

  /** The resolve of this tick alone where that gives the same bits, else the scenario up to this tick. */
  private async copyMoment(): Promise<void> {
    const { engine, looked } = this.page;
    const { walker, tick } = looked;
    const take = this.run.take;
    if (take === null || tick < 0) return;
    try {
      const world = walker !== null ? walker.scenario.world : looked.json.world;
      const moment = engine.moment(take, tick, world);
      if (moment.exact) {
        await copyText(`${moment.text}\n`);
        toast('Copied: one resolve, the same bits');
        return;
      }
      const whole = walker !== null ? (JSON.parse(walker.text) as Record<string, unknown>) : looked.json;
      await copyText(`${JSON.stringify(cutAfter(whole, tick), null, 2)}\n`);
      toast(`Copied: everything up to tick ${tick}, as this step alone would end otherwise`);
    } catch (fault) {
      toast(fault instanceof Error ? fault.message : String(fault));
    }
  }
}

/** The same scenario, ended after a tick; expectations of later ticks would not be met. */
function cutAfter(scenario: Record<string, unknown>, tick: number): Record<string, unknown> {
  const { expect: _expect, golden: _golden, ...rest } = scenario;
  const inputs: Record<string, unknown>[] = [];
  let left = tick + 1;
  for (const input of (scenario.inputs ?? []) as Record<string, unknown>[]) {
    if (left <= 0) break;
    const ticks = Math.min(left, typeof input.ticks === 'number' ? input.ticks : 1);
    inputs.push({ ...input, ticks });
    left -= ticks;
  }
  return { ...rest, name: `${String(scenario.name)}-to-tick-${tick}`, inputs };
}
