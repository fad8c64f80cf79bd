import type { ReactNode } from 'react';
import { cn } from '#components/ui/class-names.ts';

interface PlotProps {
  /** What a screen reader says instead of the drawing; the numbers follow in a table. */
  label: string;
  /** The highest value that is drawn. */
  most: number;
  /** Values of the scale, as they are written. */
  ticks: readonly { value: number; text: string }[];
  /** Labels of the lower edge, from 0 to 100. */
  places: readonly { at: number; text: string; isMinor?: boolean }[];
  /** Shapes in a box of 100 × 100 whose origin is above; {@link heightOf} gives their heights. */
  children: ReactNode;
}

/** The distance of a value from the upper edge of a plot. */
export const heightOf = (value: number, most: number): number => 100 - (value / most) * 100;

/**
 * The frame of a drawing: scale, grid and labels. The drawing is stretched to the available width without making its lines thicker;
 * labels are text beside it, so that they keep their size.
 */
export function Plot({ label, most, ticks, places, children }: PlotProps) {
  return (
    <div
      role="img"
      aria-label={label}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-ink-soft text-xs tabular-nums"
    >
      <div className="grid h-56 justify-items-end" aria-hidden>
        {ticks.map(({ value, text }) => (
          <span
            key={value}
            className="col-start-1 row-start-1 h-0 leading-none"
            style={{ marginTop: `calc(${heightOf(value, most) / 100} * 14rem - 0.5em)` }}
          >
            {text}
          </span>
        ))}
      </div>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-56 w-full overflow-visible [&_*]:[vector-effect:non-scaling-stroke]"
        style={{ printColorAdjust: 'exact' }}
      >
        {ticks.map(({ value }) => (
          <line
            key={value}
            x1="0"
            x2="100"
            y1={heightOf(value, most)}
            y2={heightOf(value, most)}
            stroke="var(--line)"
          />
        ))}
        {children}
      </svg>
      <div className="relative col-start-2 mt-1.5 h-5" aria-hidden>
        {places.map(({ at, text, isMinor }) => (
          <span
            key={at}
            className={cn('absolute -translate-x-1/2 whitespace-nowrap', isMinor && 'max-sm:hidden')}
            style={{ left: `${at}%` }}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Round steps, at most five, the last of them at or above the highest value. */
export function stepsUpTo(highest: number): number[] {
  const rough = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough);
  return Array.from({ length: Math.ceil(Math.max(1, highest) / step) + 1 }, (_, index) => index * step);
}

interface LegendProps {
  entries: readonly { name: string; sample: ReactNode }[];
}

/** What each line and area of a plot means. */
export function Legend({ entries }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {entries.map(({ name, sample }) => (
        <li key={name} className="flex items-center gap-2">
          <svg aria-hidden viewBox="0 0 28 12" className="h-3 w-7 shrink-0" style={{ printColorAdjust: 'exact' }}>
            {sample}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
