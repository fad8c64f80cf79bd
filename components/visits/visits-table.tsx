import { Badge } from '#components/ui/badge.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type VisitRow, visitKey } from '#lib/wire/visits.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { DayCell, DayRow, DayTable } from './day-table.tsx';
import { RowMember } from './row-member.tsx';
import { TroubleNote } from './trouble-note.tsx';
import { useVisitTexts } from './use-visit-texts.ts';
import { VisitTime } from './visit-time.tsx';

export interface RowsOfDay<Line> {
  lines: readonly Line[];
  timeZone: string;
  /** The day of all rows, `yyyy-MM-dd`; null where the list spans several days. */
  day: string | null;
}

interface VisitsTableProps extends RowsOfDay<VisitRow> {
  /** Whether the reader may settle what the member system does not accept. */
  maySettle: boolean;
}

/** Visits, one row each, with face and stay. */
export function VisitsTable({ lines, ...row }: VisitsTableProps) {
  const t = useTranslations('visits');
  return (
    <DayTable caption={t('tabs.visits')} columns={['in', 'out', 'stay', 'member', 'how', 'by']}>
      {lines.map((line) => (
        <Row key={visitKey(line)} visit={line} {...row} />
      ))}
    </DayTable>
  );
}

function Row({ visit, timeZone, day, maySettle }: Omit<VisitsTableProps, 'lines'> & { visit: VisitRow }) {
  const t = useTranslations('visits');
  const { stay, how, by } = useVisitTexts();
  const dayIn = visit.in && dayOf(Date.parse(visit.in.at), timeZone);
  return (
    <DayRow>
      <DayCell className="whitespace-nowrap">
        {visit.in ? (
          <VisitTime at={visit.in.at} timeZone={timeZone} knownDay={day} />
        ) : (
          <span className="text-ink-soft">{t('noCheckIn')}</span>
        )}
      </DayCell>
      <DayCell className="max-sm:before:content-['–_'] sm:whitespace-nowrap">
        {visit.out ? (
          <VisitTime at={visit.out.at} timeZone={timeZone} knownDay={dayIn ?? day} />
        ) : (
          <span className="text-ink-soft">{t(visit.isIn ? 'stillIn' : 'noCheckOut')}</span>
        )}
      </DayCell>
      <DayCell className="whitespace-nowrap tabular-nums">{stay(visit)}</DayCell>
      <DayCell isFirst>
        <RowMember
          of={visit}
          badge={
            visit.isFirst && (
              <Badge look="outlined" className="ml-2 whitespace-nowrap">
                {t('first')}
              </Badge>
            )
          }
        >
          {visit.trouble && <TroubleNote trouble={visit.trouble} maySettle={maySettle} />}
        </RowMember>
      </DayCell>
      <DayCell className="text-ink-soft text-sm">{how(visit)}</DayCell>
      <DayCell className="text-ink-soft text-sm">{by(visit)}</DayCell>
    </DayRow>
  );
}
