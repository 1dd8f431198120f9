// Compare: a replay under two profiles at once, one solid, one a ghost.
import { EngineError, type Parting } from '../engine/types';
import type { Address } from '../files/url';
import { emptyRun, lengthOf, playOut, type Run } from '../runs';
import { ComparePanel } from '../ui/compare_panel';
import { byId } from '../ui/dom';
import { Replay } from './replay';
import type { Beside, Page, Way } from './way';

export class Compare extends Replay {
  override readonly panel: HTMLElement;
  sides: [string, string] = ['retail', 'retail'];
  other: Run | null = null;
  private differs: Parting | null = null;
  private readonly view: ComparePanel;

  constructor(page: Page) {
    super(page);
    this.view = new ComparePanel(page.engine.register, {
      profiles: (left, right) => {
        this.sides = [left, right];
        void this.compare();
      },
      goToParting: () => this.goToParting(),
    });
    this.panel = this.view.node;
  }

  /** Another document is open. */
  forget(): void {
    this.other = null;
    this.differs = null;
  }

  override get run(): Run {
    return this.page.looked.main;
  }

  override get length(): number {
    return Math.max(lengthOf(this.run), this.other === null ? 0 : lengthOf(this.other));
  }

  override get parting(): number | null {
    return this.differs?.difference?.tick ?? null;
  }

  override beside(): Beside[] {
    return this.other === null ? [] : [{ name: 'other', run: this.other, colour: this.page.stage.colours.ghost }];
  }

  override async enter(): Promise<void> {
    await this.compare();
  }

  /** The scenario's own profile against retail; of retail itself, against the first port. */
  defaultSides(): [string, string] {
    const { doc, json } = this.page.looked;
    const own = doc?.profile ?? [];
    if (own.length === 0) return ['retail', this.page.engine.register.profiles.find((p) => p !== 'retail') ?? 'retail'];
    const named = Array.isArray(json.profile) ? (json.profile as string[]).join(',') : own.join(',');
    return ['retail', named];
  }

  private async compare(): Promise<void> {
    const { engine, looked } = this.page;
    const [left, right] = this.sides;
    const { walker, turn } = looked;
    const crowd = looked.doc!.mode === 'crowd';
    const wanted = (): boolean => turn === looked.turn;
    try {
      if (walker !== null) {
        if (walker.keys.length === 0) throw new EngineError('nothing has been walked yet', '', 'bad_value');
        engine.copy('main', 'walk', left);
        looked.main = emptyRun(left, 'main', walker.run.begin);
        await playOut(engine, looked.main, crowd, wanted);
        engine.copy('other', 'walk', right);
      } else {
        await this.playMain(left);
        engine.start('other', { profile: right });
      }
      this.other = emptyRun(right, 'other', looked.main.begin);
      await playOut(engine, this.other, crowd, wanted);
      if (!wanted()) return;
      this.differs = engine.part('main', 'other');
      this.view.show(left, right, this.differs);
    } catch (fault) {
      this.differs = null;
      this.view.fail(left, right, fault instanceof Error ? fault.message : String(fault));
    }
    looked.tick = Math.min(looked.tick, this.length - 1);
    this.page.show();
  }

  private goToParting(): void {
    goTo(this.page, this, this.parting);
  }

  override tell(address: Address): void {
    super.tell(address);
    [address.left, address.right] = this.sides;
  }
}

/** Stands before the tick at which runs part. */
export function goTo(page: Page, way: Way, tick: number | null): void {
  if (tick === null) return;
  page.setPlaying(false);
  way.seek(tick);
  const { orbit } = page.stage;
  orbit.following = true;
  orbit.distance = Math.min(orbit.distance, 7);
  page.show();
  byId('timeline').focus({ preventScroll: true });
}
