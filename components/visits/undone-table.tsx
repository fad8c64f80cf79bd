import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { UndoneRow } from '#lib/wire/visits.ts';
import { DayCell, DayRow, DayTable } from './day-table.tsx';
import { RowMember } from './row-member.tsx';
import { useVisitTexts } from './use-visit-texts.ts';
import { VisitTime } from './visit-time.tsx';
import type { RowsOfDay } from './visits-table.tsx';

/** Check-ins and check-outs that somebody undid: they count nowhere. */
export function UndoneTable({ lines, timeZone, day }: RowsOfDay<UndoneRow>) {
  const t = useTranslations('visits');
  const { means } = useVisitTexts();
  return (
    <DayTable caption={t('tabs.undone')} columns={['time', 'member', 'what', 'how', 'by']}>
      {lines.map((line) => (
        <DayRow key={line.id}>
          <DayCell className="whitespace-nowrap">
            <VisitTime at={line.at} timeZone={timeZone} knownDay={day} />
          </DayCell>
          <DayCell isFirst>
            <RowMember of={line} />
          </DayCell>
          <DayCell>{t(`undoneKinds.${line.kind}`)}</DayCell>
          <DayCell className="text-ink-soft text-sm">{means(line.how)}</DayCell>
          <DayCell className="text-ink-soft text-sm">{line.by}</DayCell>
        </DayRow>
      ))}
    </DayTable>
  );
}
