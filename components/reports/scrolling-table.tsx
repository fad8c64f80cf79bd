import type { ReactNode } from 'react';

interface ScrollingTableProps {
  /** The name of the region. */
  label: string;
  /** Of the table, for screen readers. */
  caption?: string;
  /** Head and body. */
  children: ReactNode;
}

/** A table that scrolls sideways where it is wider than the screen. */
export function ScrollingTable({ label, caption, children }: ScrollingTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full text-left text-sm tabular-nums">
        {caption !== undefined && <caption className="sr-only">{caption}</caption>}
        {children}
      </table>
    </section>
  );
}
