import Link from 'next/link';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { ReportSection } from '#components/reports/report-section.tsx';
import { ScrollingTable } from '#components/reports/scrolling-table.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { StatementException } from '#lib/wire/corporate-statement.ts';
import { refusalMessage } from '#lib/wire/refusal-message.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

interface StatementExceptionsProps {
  exceptions: readonly StatementException[];
  timeZone: string;
  /** Null without the permission, as the next one. */
  membersPath: string | null;
  outboxPath: string | null;
}

/** What is not in the sums of a statement, one row each, of visits by a turnstile one for each member; nothing where there is none. */
export function StatementExceptions({ exceptions, timeZone, membersPath, outboxPath }: StatementExceptionsProps) {
  const t = useTranslations('corporateStatement');
  const sayReason = useTranslations('reasons');
  const { day, clock } = useLocationFormat(timeZone);
  if (exceptions.length === 0) return null;
  const said = ({ kind, reason, unanswered, visits }: StatementException) =>
    t(`kinds.${kind}`, {
      count: unanswered + visits,
      reason: reason === null ? '' : sayReason(refusalMessage(reason)),
    });
  const named = ({ accountId, membershipId }: StatementException) => {
    if (accountId === null) return t('unknownCard');
    const name = membershipId ?? accountId;
    if (membersPath === null) return name;
    return (
      <Link href={`${membersPath}/${accountId}`} prefetch={false} className="text-accent underline print:text-ink">
        {name}
      </Link>
    );
  };
  const isOpen = exceptions.some(({ kind }) => kind === 'undecided');
  const columns = (['at', 'member', 'what'] as const).map((column) => t(`exceptionColumns.${column}`));
  return (
    <ReportSection className="print:break-inside-avoid" title={t('exceptions')} sentence={t('exceptionsText')}>
      <ScrollingTable label={t('exceptions')}>
        <thead className="text-ink-soft">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-1.5 font-medium first:pl-0">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {exceptions.map((exception) => (
            <tr
              key={`${exception.at} ${exception.kind} ${exception.accountId ?? ''}`}
              className="break-inside-avoid border-line border-t align-top"
            >
              <th scope="row" className="whitespace-nowrap py-1.5 pr-2 font-medium">
                {day(dayOf(Date.parse(exception.at), timeZone))}, {clock(exception.at)}
              </th>
              <td className="px-2 py-1.5">{named(exception)}</td>
              <td className="min-w-48 px-2 py-1.5">{said(exception)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      {isOpen && outboxPath !== null && (
        <LinkButton href={outboxPath} className="justify-self-start print:hidden">
          {t('outbox')}
        </LinkButton>
      )}
    </ReportSection>
  );
}
