import { ChevronDown, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonLooks } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { PrintButton } from './print-button.tsx';
import { ReportSection } from './report-section.tsx';

interface ReportProps {
  title: string;
  /** Whose report it is, printed above it, where the navigation is missing; null of all gyms, whose names are in the report. */
  gym: string | null;
  /** The choice of the period, where the report has one. */
  period?: ReactNode;
  children: ReactNode;
}

/** The frame of a report: title, period, `Print`, and its charts. */
export function Report({ title, gym, period, children }: ReportProps) {
  return (
    <>
      {gym !== null && <p className="hidden font-semibold print:block">{gym}</p>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-2xl tracking-tight">{title}</h2>
        <PrintButton />
      </div>
      {period}
      {children}
    </>
  );
}

interface ReportChartProps {
  title: string;
  /** What is seen, in one sentence. */
  sentence: ReactNode;
  /** Period, time zone, count, and what is missing. */
  basis: ReactNode;
  /** The URL of the file; null without the permission. */
  fileHref: PathAt | null;
  /** What the chart shows, as a table; nothing where the part itself has all numbers. */
  numbers?: ReactNode;
  /** The chart, or a table; nothing where there is nothing to draw. */
  children?: ReactNode;
}

/** A chart with its sentence, its numbers and its file. */
export function ReportChart({ title, sentence, basis, fileHref, numbers, children }: ReportChartProps) {
  const t = useTranslations('reports');
  return (
    <ReportSection title={title} sentence={sentence} basis={basis} className="grid-cols-[minmax(0,1fr)]">
      {children}
      <div className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2.5">
        {numbers && (
          <details data-numbers className="group min-w-0 flex-1 basis-full sm:basis-0 print:basis-full">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md font-medium text-ink-soft hover:text-ink print:hidden">
              <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
              {t('showNumbers')}
            </summary>
            {numbers}
          </details>
        )}
        {fileHref && (
          <a href={fileHref} download className={buttonLooks({}, 'print:hidden')}>
            <Download aria-hidden className="size-5" />
            <span className="sr-only">{title}: </span>
            {t('file')}
          </a>
        )}
      </div>
    </ReportSection>
  );
}
