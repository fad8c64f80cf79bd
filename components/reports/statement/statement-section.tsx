import { type ReactNode, useId } from 'react';

interface StatementSectionProps {
  title: string;
  sentence: string;
  children: ReactNode;
}

/** A part of a statement that has no chart. */
export function StatementSection({ title, sentence, children }: StatementSectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 content-start gap-4 rounded-lg border border-line bg-surface p-4.5 sm:p-6 print:break-inside-avoid print:border-0 print:p-0"
    >
      <div className="grid gap-1">
        <h3 id={titleId} className="font-semibold text-ink-soft">
          {title}
        </h3>
        <p className="text-balance font-semibold text-xl">{sentence}</p>
      </div>
      {children}
    </section>
  );
}
