import type { ReactNode } from 'react';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type messages from '#messages/en/visits.json';

type DayColumn = keyof typeof messages.visits.columns;

interface DayTableProps {
  caption: string;
  columns: readonly DayColumn[];
  children: ReactNode;
}

/** The frame of a list of a day: a table, and on a phone blocks of lines. */
export function DayTable({ caption, columns, children }: DayTableProps) {
  const t = useTranslations('visits.columns');
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface print:rounded-none print:border-0">
      <table className="w-full text-left max-sm:block print:text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-ink-soft text-sm max-sm:hidden">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2.5 font-medium first:pl-4.5 last:pr-4.5 print:px-1">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">{children}</tbody>
      </table>
    </div>
  );
}

export function DayRow({ children }: { children: ReactNode }) {
  return (
    <tr className="break-inside-avoid border-line border-t max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4.5 max-sm:py-3 max-sm:first:border-t-0">
      {children}
    </tr>
  );
}

/** @param isFirst whether it comes first, and takes a line of its own, on a phone */
export function DayCell({ isFirst, className, children }: { isFirst?: true; className?: string; children: ReactNode }) {
  return (
    <td
      className={cn(
        'px-3 py-2 align-middle first:pl-4.5 last:pr-4.5 max-sm:p-0 max-sm:last:pr-0 max-sm:first:pl-0 print:px-1 print:py-1',
        isFirst && 'max-sm:-order-1 max-sm:basis-full',
        className,
      )}
    >
      {children}
    </td>
  );
}
