import { CakeSlice, CalendarHeart, LogIn, LogOut, type LucideIcon, Minus } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { appearanceOf, nameOf } from './appearance.ts';
import { recordOf, ribbonsOf, type VerdictRecord } from './record.ts';

const icons: Record<VerdictRecord['kind'], LucideIcon> = {
  checkedIn: LogIn,
  checkedInElsewhere: LogIn,
  checkedOut: LogOut,
  undone: Minus,
  checkOutUndone: Minus,
  notYet: Minus,
  waiting: Minus,
  none: Minus,
};
const ribbonIcons = { birthday: CakeSlice, firstVisitThisMonth: CalendarHeart };

/** Whether the visit is recorded, and ribbons such as a birthday. */
export function RecordLine({ verdict, timeZone }: { verdict: Verdict; timeZone: string }) {
  const record = useRecordText(timeZone)(verdict);
  const t = useTranslations('reasons');
  const Icon = icons[recordOf(verdict).kind];
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 font-semibold text-lg">
      <span className="flex items-center gap-2 tabular-nums">
        <Icon aria-hidden className="size-5 shrink-0" strokeWidth={2.5} />
        {record}
      </span>
      {ribbonsOf(verdict).map((ribbon) => {
        const RibbonIcon = ribbonIcons[ribbon];
        return (
          <span key={ribbon} className="flex items-center gap-2 rounded-full bg-surface px-3 py-0.5 text-base text-ink">
            <RibbonIcon aria-hidden className="size-4.5 shrink-0 text-accent" />
            {t(ribbon)}
          </span>
        );
      })}
    </p>
  );
}

/** The text that says whether the visit is recorded. */
function useRecordText(timeZone: string): (verdict: Verdict) => string {
  const t = useTranslations('record');
  const { time } = useLocationFormat(timeZone);
  return (verdict) => {
    const record = recordOf(verdict);
    return 'at' in record ? t(record.kind, { time: time(record.at) }) : t(record.kind);
  };
}

/** A verdict in one line: word, name, and whether the visit is recorded. */
export function useVerdictInShort(timeZone: string): (verdict: Verdict) => string {
  const t = useTranslations('verdict');
  const recordText = useRecordText(timeZone);
  return (verdict) =>
    t('announcement', {
      word: t(`words.${appearanceOf(verdict).word}`),
      name: nameOf(verdict),
      reason: recordText(verdict),
    });
}
