import { MemberLink } from '#components/directory/member-link.tsx';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { kindOfAction, type LogEntry, type LogMember } from '#lib/wire/audit-log.ts';
import { factsOf, sentenceOf } from '#lib/wire/audit-words.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

interface LogTableProps {
  entries: readonly LogEntry[];
  timeZone: string;
  today: string;
}

const columns = ['time', 'person', 'what', 'member'] as const;

/** Entries of the log, one row each; on a phone, a block each. */
export function LogTable({ entries, timeZone, today }: LogTableProps) {
  const t = useTranslations('log');
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">{t('list')}</caption>
      <thead className="text-ink-soft text-sm max-md:hidden">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-medium last:pr-0">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} timeZone={timeZone} today={today} />
        ))}
      </tbody>
    </table>
  );
}

const cell = 'py-2.5 pr-4 align-baseline last:pr-0 max-md:block max-md:p-0';

function Row({ entry, timeZone, today }: Omit<LogTableProps, 'entries'> & { entry: LogEntry }) {
  const t = useTranslations('log');
  const say = useTranslations();
  const { timeWithSeconds, day } = useLocationFormat(timeZone);
  const translator = { say, day };
  const facts = factsOf(entry, translator);
  const dayOfEntry = dayOf(Date.parse(entry.at), timeZone);
  return (
    <tr className="border-line border-t max-md:grid max-md:gap-0.5 max-md:py-3">
      <td className={cn(cell, 'whitespace-nowrap text-ink-soft tabular-nums')}>
        <time dateTime={entry.at}>
          {dayOfEntry !== today && <span className="mr-2 md:block">{day(dayOfEntry)}</span>}
          {timeWithSeconds(entry.at)}
        </time>
      </td>
      <td className={cn(cell, 'wrap-anywhere min-w-28')}>{entry.by ?? t('operator')}</td>
      <td className={cn(cell, 'wrap-anywhere')}>
        <p className={cn('font-semibold', kindOfAction[entry.action] === 'denied' && 'text-refused')}>
          {sentenceOf(entry, translator)}
        </p>
        {facts.length > 0 && (
          <ul className="text-ink-soft text-sm">
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
      </td>
      <td className={cn(cell, 'wrap-anywhere empty:hidden md:empty:table-cell')}>
        {entry.member && <Member member={entry.member} />}
      </td>
    </tr>
  );
}

function Member({ member }: { member: LogMember }) {
  const t = useTranslations('log');
  switch (member.kind) {
    case 'known':
      return (
        <>
          <MemberLink accountId={member.accountId} name={member.name} />
          {member.membershipId && (
            <span className="block whitespace-nowrap text-ink-soft text-sm max-md:ml-2 max-md:inline">
              {member.membershipId}
            </span>
          )}
        </>
      );
    case 'former':
      return <span className="text-ink-soft">{t('formerMember')}</span>;
    case 'unlisted':
      return <span className="text-ink-soft">{t('unlistedMember')}</span>;
  }
}
