import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isolated } from '#lib/wire/i18n/isolate.ts';
import { refusalMessage } from '#lib/wire/refusal-message.ts';
import type { LetIn, RefusalRow } from '#lib/wire/visits.ts';
import { DayCell, DayRow, DayTable } from './day-table.tsx';
import { RowMember } from './row-member.tsx';
import { useVisitTexts } from './use-visit-texts.ts';
import { VisitTime } from './visit-time.tsx';
import type { RowsOfDay } from './visits-table.tsx';

/** Who was turned away, why, and who was let in nevertheless. */
export function RefusalsTable({ lines, timeZone, day }: RowsOfDay<RefusalRow>) {
  const t = useTranslations('visits');
  const why = useTranslations('reasons');
  const { means } = useVisitTexts();
  return (
    <DayTable caption={t('tabs.refused')} columns={['time', 'member', 'reason', 'how', 'by']}>
      {lines.map((line) => (
        <DayRow key={line.id}>
          <DayCell className="whitespace-nowrap">
            <VisitTime at={line.at} timeZone={timeZone} knownDay={day} />
          </DayCell>
          <DayCell isFirst>
            <RowMember of={line} />
          </DayCell>
          {/* beside the time on a phone, with how and by whom below */}
          <DayCell className="max-sm:basis-[calc(100%-4rem)]">
            {why(refusalMessage(line.reason))}
            {line.letIn && <LetInNote letIn={line.letIn} />}
          </DayCell>
          <DayCell className="text-ink-soft text-sm">{means(line.how)}</DayCell>
          <DayCell className="text-ink-soft text-sm">{line.by}</DayCell>
        </DayRow>
      ))}
    </DayTable>
  );
}

/** Who let them in nevertheless, and the reason they gave. */
function LetInNote({ letIn }: { letIn: LetIn }) {
  const t = useTranslations('visits.letInNote');
  switch (letIn.kind) {
    case 'unconfirmed':
      return <p className="font-semibold text-sm">{t('unconfirmed')}</p>;
    case 'anyway':
      return (
        <p className="wrap-anywhere text-sm">
          <span className="font-semibold">{letIn.by === null ? t('anyway') : t('by', { name: letIn.by })}</span>
          {letIn.why && <span className="text-ink-soft">: {isolated(letIn.why)}</span>}
        </p>
      );
  }
}
