import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { MemberLink } from '#components/directory/member-link.tsx';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useSettling } from '#components/hooks/use-settling.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import { type InactiveMember, timesUsual } from '#lib/wire/inactive-members.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

interface InactiveListProps {
  members: readonly InactiveMember[];
  timeZone: string;
  /** Whether names lead to profiles. */
  mayOpen: boolean;
  /** Chosen for a message; null where the user may send none. */
  chosen: ReadonlySet<string> | null;
  onChoose(accountIds: readonly string[], isChosen: boolean): void;
  /** What has become of the task that was asked for on this page; null where none was. */
  taskOf(member: InactiveMember): 'creating' | 'created' | null;
  /** Null where the user may create none. */
  onAsk: ((member: InactiveMember) => void) | null;
}

const columns = ['member', 'lastVisit', 'usual', 'away', 'message', 'actions'] as const;
const cell = 'py-2.5 pr-4 align-top last:pr-0 max-xl:p-0 print:py-1 print:pr-2';

/** Members who stay away, one row each; on a phone, a block each. */
export function InactiveList({ members, ...list }: InactiveListProps) {
  const t = useTranslations('whoStaysAway');
  const { chosen, onChoose } = list;
  const shown = members.map(({ accountId }) => accountId);
  const table = useSettling<HTMLTableElement>('tbody tr');
  return (
    <table ref={table} className="w-full text-left max-xl:block print:table print:text-sm">
      <caption className="sr-only">{t('list')}</caption>
      <thead className="text-ink-soft text-sm max-xl:block print:table-header-group">
        <tr className="max-xl:flex print:table-row">
          {chosen && (
            <th scope="col" className="w-11 font-medium print:hidden">
              <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
                <input
                  type="checkbox"
                  checked={shown.length > 0 && shown.every((accountId) => chosen.has(accountId))}
                  onChange={({ target }) => onChoose(shown, target.checked)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className="whitespace-nowrap xl:sr-only">{t('chooseAll')}</span>
              </label>
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className={cn(
                'py-2 pr-4 font-medium last:pr-0 max-xl:hidden print:table-cell',
                column === 'actions' && 'print:hidden',
              )}
            >
              {column === 'actions' ? <span className="sr-only">{t('columns.actions')}</span> : t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:block print:table-row-group">
        {members.map((member) => (
          <Row key={member.accountId} member={member} {...list} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  member,
  timeZone,
  mayOpen,
  chosen,
  onChoose,
  taskOf,
  onAsk,
}: Omit<InactiveListProps, 'members'> & { member: InactiveMember }) {
  const t = useTranslations('whoStaysAway');
  const { day } = useLocationFormat(timeZone);
  const { format } = new Intl.NumberFormat(formattingTag[useLocale()], { maximumFractionDigits: 1 });
  const { accountId, displayName, daysAway, usualGapDays, visitDays, openTasks } = member;
  const times = timesUsual(member);
  const task = taskOf(member);
  return (
    <tr className="break-inside-avoid border-line border-t max-xl:flex max-xl:flex-wrap max-xl:gap-x-3 max-xl:gap-y-0.5 max-xl:py-3 print:table-row">
      {chosen && (
        <td className="align-top max-xl:shrink-0 print:hidden">
          <label className="flex min-h-11 w-11 cursor-pointer items-center xl:mt-1">
            <input
              type="checkbox"
              checked={chosen.has(accountId)}
              onChange={({ target }) => onChoose([accountId], target.checked)}
              className="size-5 accent-accent"
            />
            <span className="sr-only">{t('choose', { name: displayName })}</span>
          </label>
        </td>
      )}
      <td className={cn(cell, 'max-xl:min-w-0 max-xl:flex-1')}>
        <span className="flex min-w-0 items-center gap-3">
          <Avatar initials={member.initials} photoUrl={member.photoUrl} className="print:hidden" />
          <span className="wrap-anywhere min-w-0 xl:min-w-32">
            <span className="block font-semibold">
              {mayOpen ? (
                <MemberLink accountId={accountId} name={displayName} className="print:no-underline" />
              ) : (
                displayName
              )}
            </span>
            {member.membershipId && <span className="block text-ink-soft text-sm">{member.membershipId}</span>}
          </span>
        </span>
      </td>
      <Cell name={t('columns.lastVisit')}>
        <time dateTime={member.lastVisitAt} className="whitespace-nowrap">
          {day(dayOf(Date.parse(member.lastVisitAt), timeZone))}
        </time>
      </Cell>
      <Cell name={t('columns.usual')}>
        {usualGapDays === null
          ? t('cameOn', { count: visitDays })
          : t('every', { gap: usualGapDays, days: format(usualGapDays) })}
      </Cell>
      <Cell name={t('columns.away')}>
        <span className="font-semibold tabular-nums">{t('days', { count: daysAway })}</span>
        {times !== null && (
          <span className="whitespace-nowrap text-ink-soft xl:block"> {t('times', { times: format(times) })}</span>
        )}
      </Cell>
      <Cell name={t('columns.message')}>
        <Message member={member} timeZone={timeZone} />
      </Cell>
      <td className={cn(cell, 'max-xl:mt-1.5 max-xl:basis-full print:hidden')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 xl:justify-end">
          {openTasks > 0 && <span className="text-ink-soft text-sm">{t('openTasks', { count: openTasks })}</span>}
          {task === 'created' && (
            <span className="flex min-h-11 items-center font-medium text-admitted">{t('taskCreated')}</span>
          )}
          {task === 'creating' && <span className="flex min-h-11 items-center text-ink-soft">{t('taskCreating')}</span>}
          {task === null && onAsk && (
            <Button onClick={() => onAsk(member)}>
              {t('task')}
              <span className="sr-only">: {displayName}</span>
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className={cn(cell, 'max-xl:flex max-xl:basis-full max-xl:gap-2 print:table-cell')}>
      <span aria-hidden className="w-36 shrink-0 text-ink-soft xl:hidden print:hidden">
        {name}
      </span>
      <span className="min-w-0">{children}</span>
    </td>
  );
}

function Message({ member: { message }, timeZone }: { member: InactiveMember; timeZone: string }) {
  const t = useTranslations('whoStaysAway');
  const { time } = useLocationFormat(timeZone);
  if (message === null) return <span className="text-ink-soft">–</span>;
  const { at, progress, by } = message;
  return (
    <>
      <time dateTime={at}>{time(at)}</time>
      {by !== null && <span className="block text-ink-soft text-sm">{by}</span>}
      {progress !== 'sent' && (
        <span className={cn('block text-sm', progress === 'refused' ? 'font-medium text-refused' : 'text-ink-soft')}>
          {t(`progress.${progress}`)}
        </span>
      )}
    </>
  );
}
