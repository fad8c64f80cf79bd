import type { CSSProperties } from 'react';

interface HeatMapProps {
  caption: string;
  columns: readonly { name: string; short: string }[];
  rows: readonly { name: string; cells: readonly HeatCell[] }[];
}

interface HeatCell {
  /** Null where there is no number. */
  value: number | null;
  /** The number as it is written. */
  text: string;
}

/** How much of the accent each fifth has. On the strongest one, the number has the colour of the ground: both have a contrast of 5 : 1. */
const shares = [10, 22, 36, 50, 85] as const;

/** Styles of its own, so that other pages do not load them. */
function lookOf(value: number | null, most: number): CSSProperties | undefined {
  if (value === null || value <= 0) return undefined;
  const step = Math.min(shares.length, Math.ceil((value / most) * shares.length)) - 1;
  return {
    background: `color-mix(in oklab, var(--accent) ${shares[step]}%, var(--surface))`,
    color: step === shares.length - 1 ? 'var(--surface)' : 'var(--ink)',
    printColorAdjust: 'exact',
  };
}

/**
 * A table whose cells are coloured by their numbers. The number stays in each cell: the colour is for the glance, and nobody needs
 * it to read the table.
 */
export function HeatMap({ caption, columns, rows }: HeatMapProps) {
  const most = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)));
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-ink-soft">
        <tr>
          <td className="w-13" />
          {columns.map(({ name, short }) => (
            <th key={name} scope="col" abbr={name} className="py-1 font-medium">
              <span aria-hidden className="md:hidden">
                {short}
              </span>
              <span className="max-md:sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name} className="break-inside-avoid">
            <th scope="row" className="whitespace-nowrap pr-1.5 text-right font-medium text-ink-soft">
              {name}
            </th>
            {cells.map(({ value, text }, index) => (
              <td key={columns[index]?.name} className="rounded-sm py-1" style={lookOf(value, most)}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
