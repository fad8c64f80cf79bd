import { useLocale } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { heightOf, Plot, stepsUpTo } from '#components/reports/plot.tsx';
import { ReportChart } from '#components/reports/report.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type CorporateStatement, daysOfMonth } from '#lib/wire/corporate-statement.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysBetween } from '#shared/calendar/days.ts';
import { StatementTable } from './statement-table.tsx';
import { useRetirementText } from './use-retirement-text.ts';

interface AdmissionsOfMonthProps {
  statement: CorporateStatement;
  fileHref: PathAt | null;
}

/** The sums of a statement, its days as a chart, and as the table that is printed and signed. */
export function AdmissionsOfMonth({ statement, fileHref }: AdmissionsOfMonthProps) {
  const t = useTranslations('corporateStatement');
  const tag = formattingTag[useLocale()];
  const { days, total } = statement;
  const month = formatDay(tag, `${statement.month}-01`, { month: 'long', year: 'numeric' });
  const { granted: count, members, firsts } = total;
  return (
    <ReportChart
      title={t('admissions')}
      sentence={count === 0 ? t('none', { month }) : t('sentence', { count, members, firsts, month })}
      basis={<StatementBasis statement={statement} />}
      fileHref={fileHref}
      numbers={days.length > 0 && <StatementTable days={days} total={total} />}
    >
      {count > 0 && <AdmissionsByDay statement={statement} />}
    </ReportChart>
  );
}

function StatementBasis({ statement }: { statement: CorporateStatement }) {
  const t = useTranslations('corporateStatement.basis');
  const { month, timeZone, isOver, asOf, since, retirements, isElsewhereReported, total, exceptions } = statement;
  const { day, clock } = useLocationFormat(timeZone);
  const sayRetirement = useRetirementText(timeZone);
  const { from, to } = daysOfMonth(month);
  const { unanswered, askedLater, undone } = total;
  const elsewhere = exceptions.reduce((sum, { visits }) => sum + visits, 0);
  const said = [
    t('days', { from: day(from), to: day(to), timeZone }),
    t(isOver ? 'asOf' : 'notOver', { day: day(dayOf(Date.parse(asOf), timeZone)), time: clock(asOf) }),
    since > from && t('since', { day: day(since) }),
    ...retirements.map(sayRetirement),
    unanswered > 0 && t('unanswered', { count: unanswered, most: total.granted + unanswered }),
    elsewhere > 0 && t('elsewhere', { count: elsewhere }),
    !isElsewhereReported && t('elsewhereUnknown', { count: elsewhere }),
    askedLater > 0 && t('askedLater', { count: askedLater }),
    undone > 0 && t('undone', { count: undone }),
    t('deleted'),
  ];
  return said.filter((sentence) => sentence !== false).join(' ');
}

function AdmissionsByDay({ statement: { month, days } }: { statement: CorporateStatement }) {
  const t = useTranslations('corporateStatement');
  const tag = formattingTag[useLocale()];
  const { format } = new Intl.NumberFormat(tag);
  const { from, to } = daysOfMonth(month);
  const count = daysBetween(from, to) + 1;
  const width = 100 / count;
  const ticks = stepsUpTo(Math.max(...days.map(({ granted }) => granted)));
  const most = ticks.at(-1) ?? 1;
  const placeOf = (day: string) => daysBetween(from, day);
  const named = Array.from({ length: count }, (_, index) => index).filter((index) => index % 7 === 0);
  return (
    <div className="print:hidden">
      <Plot
        label={t('chart')}
        most={most}
        ticks={ticks.map((value) => ({ value, text: format(value) }))}
        places={named.map((index) => ({
          at: (index + 0.5) * width,
          text: formatDay(tag, `${month}-${String(index + 1).padStart(2, '0')}`, { day: 'numeric', month: 'short' }),
          isMinor: index % 14 === 7,
        }))}
      >
        {days.map(({ day, granted }) => (
          <rect
            key={day}
            x={(placeOf(day) + 0.12) * width}
            width={0.76 * width}
            y={heightOf(granted, most)}
            height={100 - heightOf(granted, most)}
            fill="var(--accent)"
          />
        ))}
      </Plot>
    </div>
  );
}
