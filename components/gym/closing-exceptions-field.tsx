'use client';

import { CalendarPlus, ChevronRight, X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type ClosingException, type ExceptionRange, rangesOf, removeExceptions } from '#lib/wire/closing-times.ts';
import { useExceptionWords } from './use-exception-words.ts';

interface ClosingExceptionsFieldProps {
  exceptions: readonly ClosingException[];
  today: string;
  onChange(exceptions: ClosingException[]): void;
  onAdd(): void;
}

/** Days that differ from their weekday; past ones are folded away. */
export function ClosingExceptionsField({ exceptions, today, onChange, onAdd }: ClosingExceptionsFieldProps) {
  const t = useTranslations('gym');
  const upcoming = rangesOf(exceptions.filter(({ day }) => day >= today));
  const past = exceptions.filter(({ day }) => day < today);
  const remove = (range: ExceptionRange) => onChange(removeExceptions(exceptions, range));
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <div className="grid gap-1">
        <h3 className="font-semibold">{t('exceptionsTitle')}</h3>
        <p className="text-ink-soft">{t('exceptionsText')}</p>
      </div>
      {upcoming.length === 0 ? (
        <p className="text-ink-soft">{t('noExceptions')}</p>
      ) : (
        <Ranges label={t('exceptionsTitle')} ranges={upcoming} onRemove={remove} />
      )}
      <Button className="justify-self-start max-sm:w-full" onClick={onAdd}>
        <CalendarPlus aria-hidden className="size-5" /> {t('addDays')}
      </Button>
      {past.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-md font-medium text-ink-soft">
            <ChevronRight aria-hidden className="size-5 group-open:rotate-90" />
            {t('pastExceptions', { count: past.length })}
          </summary>
          <Ranges label={t('pastExceptions', { count: past.length })} ranges={rangesOf(past)} onRemove={remove} />
        </details>
      )}
    </div>
  );
}

interface RangesProps {
  label: string;
  ranges: readonly ExceptionRange[];
  onRemove(range: ExceptionRange): void;
}

function Ranges({ label, ranges, onRemove }: RangesProps) {
  const t = useTranslations('gym');
  const words = useExceptionWords();
  return (
    <ul aria-label={label} className="grid">
      {ranges.map((range) => (
        <li
          key={`${range.from} ${range.until}`}
          className="flex min-h-12 items-center gap-3 border-line border-t py-1 first:border-t-0"
        >
          <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
            <p className="wrap-anywhere font-medium tabular-nums">{words.days(range)}</p>
            <p className="wrap-anywhere">
              {words.closing(range.time)}
              {range.note !== '' && <span className="text-ink-soft"> · {range.note}</span>}
            </p>
          </div>
          <Button
            look="quiet"
            shape="icon"
            aria-label={t('removeDays', { days: words.days(range) })}
            onClick={() => onRemove(range)}
          >
            <X aria-hidden className="size-5" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
