import { type ReactNode, useId } from 'react';
import { cn } from '#components/ui/class-names.ts';

interface ReportSectionProps {
  title: string;
  /** What is seen, in one sentence. */
  sentence: ReactNode;
  /** Period, time zone, count, and what is missing. */
  basis?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The frame of a part of a report. */
export function ReportSection({ title, sentence, basis, className, children }: ReportSectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cn(
        'grid min-w-0 content-start gap-4 rounded-lg border border-line bg-surface p-4.5 sm:p-6 print:border-0 print:p-0',
        className,
      )}
    >
      <div className="grid gap-1">
        <h3 id={titleId} className="font-semibold text-ink-soft">
          {title}
        </h3>
        <p className="text-balance font-semibold text-xl">{sentence}</p>
        {basis !== undefined && <p className="text-ink-soft text-sm">{basis}</p>}
      </div>
      {children}
    </section>
  );
}
