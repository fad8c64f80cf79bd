import type { ReactNode } from 'react';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { ScrollingTable } from './scrolling-table.tsx';

interface NumbersTableProps {
  caption: string;
  /** The first one names the row. */
  columns: readonly string[];
  rows: readonly (readonly [string, ...ReactNode[]])[];
}

/** The numbers of a chart, one row each. */
export function NumbersTable({ caption, columns, rows }: NumbersTableProps) {
  const t = useTranslations('reports');
  return (
    <ScrollingTable label={t('numbersOf', { title: caption })} caption={caption}>
      <thead className="text-ink-soft">
        <tr>
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={cn('px-2 py-1.5 font-medium first:pl-0', index > 0 && 'text-right')}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name} className="break-inside-avoid border-line border-t">
            <th scope="row" className="whitespace-nowrap py-1.5 pr-2 font-medium">
              {name}
            </th>
            {cells.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column
              <td key={index} className="px-2 py-1.5 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  );
}
