import { useLocale } from 'next-intl';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ClosingException, ExceptionRange } from '#lib/wire/closing-times.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';

interface ExceptionWords {
  /** `Thu, 24 Dec 2026`. */
  day(day: string): string;
  /** One day, or the first and the last. */
  days(range: Pick<ExceptionRange, 'from' | 'until'>): string;
  /** `Closed all day`, `Closes at 18:00`. */
  closing(time: string | null): string;
  /** The same with the note. */
  describe(exception: Pick<ClosingException, 'time' | 'note'>): string;
}

/** How days with another closing time are written. */
export function useExceptionWords(): ExceptionWords {
  const t = useTranslations('gym');
  const tag = formattingTag[useLocale()];
  const day = (at: string) => formatDay(tag, at, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const closing = (time: string | null) => (time === null ? t('closed') : t('closesAt', { time }));
  return {
    day,
    days: ({ from, until }) => (from === until ? day(from) : t('daySpan', { from: day(from), until: day(until) })),
    closing,
    describe: ({ time, note }) => (note === '' ? closing(time) : `${closing(time)} (${note})`),
  };
}
