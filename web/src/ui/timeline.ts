// All ticks as a strip, a row a run, in the colour of what each led to. Drag it, or use the arrow keys.
import type { Step } from '../engine/types';
import { STANDS, standOf } from '../scene/palette';
import { el } from './dom';

export interface TimelineRow {
  label: string;
  colour: string;
  steps: Step[];
  length: number;
}

const ROW = 14;
const GAP = 3;

export class Timeline {
  readonly node: HTMLElement;
  private readonly canvas = el('canvas', { class: 'strip', 'aria-hidden': 'true' });
  private readonly slider: HTMLElement;
  private rows: TimelineRow[] = [];
  private tick = -1;
  private parting: number | null = null;
  private ticks = 0;

  constructor(private readonly seek: (tick: number) => void) {
    this.slider = el(
      'div',
      {
        class: 'slider',
        role: 'slider',
        tabindex: 0,
        id: 'timeline',
        'aria-label': 'Tick',
        'aria-valuemin': -1,
      },
      this.canvas,
    );
    const legend = el('div', { class: 'legend', 'aria-hidden': 'true' });
    for (const { colour, label } of Object.values(STANDS)) {
      legend.append(el('span', {}, el('i', { style: `background:${colour}` }), label));
    }
    this.node = el('div', { class: 'timeline' }, this.slider, legend);
    this.slider.addEventListener('pointerdown', (e) => {
      this.slider.setPointerCapture(e.pointerId);
      this.seekTo(e);
    });
    this.slider.addEventListener('pointermove', (e) => {
      if (e.buttons !== 0) this.seekTo(e);
    });
    new ResizeObserver(() => this.draw()).observe(this.slider);
  }

  private seekTo(e: PointerEvent): void {
    const box = this.slider.getBoundingClientRect();
    const share = (e.clientX - box.left) / Math.max(1, box.width);
    this.seek(Math.max(-1, Math.min(this.ticks - 1, Math.floor(share * (this.ticks + 1)) - 1)));
  }

  show(rows: TimelineRow[], tick: number, parting: number | null): void {
    this.rows = rows;
    this.tick = tick;
    this.parting = parting;
    this.ticks = Math.max(0, ...rows.map((r) => r.length));
    this.slider.setAttribute('aria-valuemax', String(this.ticks - 1));
    this.slider.setAttribute('aria-valuenow', String(tick));
    const step = rows[0]?.steps[tick];
    const state = step === undefined ? '' : `, ${STANDS[standOf(step)].label}`;
    const parts = parting !== null && tick === parting ? ', the runs part here' : '';
    this.slider.setAttribute('aria-valuetext', tick < 0 ? 'the beginning' : `tick ${tick}${state}${parts}`);
    this.draw();
  }

  private draw(): void {
    const width = this.slider.clientWidth;
    if (width === 0) return;
    const rows = Math.max(1, this.rows.length);
    const height = rows * ROW + (rows - 1) * GAP + 16;
    const ratio = Math.min(window.devicePixelRatio, 2);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.height = `${height}px`;
    const g = this.canvas.getContext('2d')!;
    g.scale(ratio, ratio);
    const style = getComputedStyle(this.slider);
    const ink = style.getPropertyValue('--ink');
    const unit = width / (this.ticks + 1);
    const x = (tick: number): number => (tick + 1) * unit;
    this.rows.forEach((row, r) => {
      const y = 8 + r * (ROW + GAP);
      g.fillStyle = style.getPropertyValue('--line');
      g.fillRect(0, y, width, ROW);
      g.fillStyle = row.colour;
      g.fillRect(0, y, Math.max(2, unit * 0.9), ROW);
      for (let i = 0; i < row.length; ) {
        const step = row.steps[i];
        const colour = step === undefined ? row.colour : STANDS[standOf(step)].colour;
        let n = i + 1;
        while (n < row.length && (row.steps[n] === undefined ? row.colour : STANDS[standOf(row.steps[n]!)].colour) === colour) n += 1;
        g.fillStyle = colour;
        g.fillRect(x(i), y, (n - i) * unit + 0.4, ROW);
        i = n;
      }
      if (unit > 5) {
        g.fillStyle = 'rgba(255,255,255,0.45)';
        for (let i = 0; i < row.length; ++i) g.fillRect(x(i), y, 1, ROW);
      }
    });
    if (this.parting !== null) {
      g.fillStyle = ink;
      const at = x(this.parting);
      g.beginPath();
      g.moveTo(at - 5, 0);
      g.lineTo(at + 5, 0);
      g.lineTo(at, 8);
      g.fill();
      g.fillRect(at - 0.75, 0, 1.5, height);
    }
    g.fillStyle = ink;
    const at = x(this.tick) + unit / 2;
    g.fillRect(at - 1, 4, 2, height - 4);
    g.beginPath();
    g.arc(at, height - 5, 4.5, 0, 2 * Math.PI);
    g.fill();
  }
}
