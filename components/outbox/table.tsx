import { MemberLink } from '#components/directory/member-link.tsx';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import type { OutboxRow } from '#lib/wire/outbox.ts';
import { useRowWords } from './use-row-words.ts';

export interface OutboxTableProps {
  rows: readonly OutboxRow[];
  timeZone: string;
  /** The id of the row that is being retried. */
  pending: string | null;
  onRetry(row: OutboxRow): void;
  onDismiss(row: OutboxRow): void;
  onGive(row: OutboxRow, card: CardInHand): void;
}

const columns = ['time', 'what', 'member', 'state', 'actions'] as const;

/** Rows of the outbox; on a phone, a block each. */
export function OutboxTable({ rows, ...table }: OutboxTableProps) {
  const t = useTranslations('outbox');
  return (
    <table className="w-full text-left max-xl:block">
      <caption className="sr-only">{t('list')}</caption>
      <thead className="text-ink-soft text-sm max-xl:hidden">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-medium last:pr-0">
              {column === 'actions' ? <span className="sr-only">{t('columns.actions')}</span> : t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {rows.map((row) => (
          <Row key={row.id} row={row} {...table} />
        ))}
      </tbody>
    </table>
  );
}

const cell = 'py-2.5 pr-4 align-baseline last:pr-0 max-xl:p-0';

function Row({ row, timeZone, ...actions }: Omit<OutboxTableProps, 'rows'> & { row: OutboxRow }) {
  const t = useTranslations('outbox');
  const { time } = useLocationFormat(timeZone);
  const words = useRowWords(timeZone);
  const isKept = row.state === 'refused' || row.state === 'unresolved';
  const next = row.nextAt === null ? null : time(row.nextAt);
  return (
    <tr className="border-line border-t max-xl:flex max-xl:flex-wrap max-xl:items-baseline max-xl:gap-x-3 max-xl:gap-y-1 max-xl:py-3">
      <td className={cn(cell, 'whitespace-nowrap text-ink-soft tabular-nums')}>
        <time dateTime={row.at}>{words.time(row)}</time>
      </td>
      <td className={cn(cell, 'wrap-anywhere xl:min-w-32')}>
        {words.change(row)}
        {row.task !== null && <span className="text-ink-soft max-xl:ml-2 xl:block">{row.task}</span>}
        {row.by !== null && <span className="block text-ink-soft text-sm max-xl:ml-2 max-xl:inline">{row.by}</span>}
      </td>
      <td className={cn(cell, 'wrap-anywhere font-semibold max-xl:basis-full')}>
        {row.member ? <Member member={row.member} /> : words.who(row)}
      </td>
      <td className={cn(cell, 'wrap-anywhere max-xl:basis-full')}>
        <p className={cn('font-medium', isKept && 'text-refused')}>{t(`states.${row.state}`)}</p>
        {row.why !== null && <p className="text-ink-soft text-sm">{t('why', { text: row.why })}</p>}
        {next !== null && <p className="text-ink-soft text-sm">{t('nextAt', { time: next })}</p>}
      </td>
      <td className={cn(cell, 'max-xl:mt-1.5 max-xl:basis-full')}>
        <Actions row={row} {...actions} />
      </td>
    </tr>
  );
}

function Member({ member: { accountId, name, membershipId } }: { member: NonNullable<OutboxRow['member']> }) {
  return (
    <>
      <MemberLink accountId={accountId} name={name} />
      {membershipId && (
        <span className="block whitespace-nowrap font-normal text-ink-soft text-sm max-xl:ml-2 max-xl:inline">
          {membershipId}
        </span>
      )}
    </>
  );
}

function Actions({
  row,
  pending,
  onRetry,
  onDismiss,
  onGive,
}: Omit<OutboxTableProps, 'rows' | 'timeZone'> & { row: OutboxRow }) {
  const t = useTranslations('outbox');
  const isKept = row.state === 'refused' || row.state === 'unresolved';
  const card = row.state === 'unresolved' ? cardOf(row) : null;
  if (row.state === 'sending') return null;
  return (
    <div className="flex flex-wrap gap-2 xl:justify-end">
      {card && <Button onClick={() => onGive(row, card)}>{t('give')}</Button>}
      <PendingButton isPending={pending === row.id} onClick={() => onRetry(row)}>
        {t('retry')}
      </PendingButton>
      {(isKept || row.ledger === 'messages') && <Button onClick={() => onDismiss(row)}>{t('dismiss')}</Button>}
    </div>
  );
}

function cardOf({ scanned }: OutboxRow): CardInHand | null {
  if (scanned?.kind !== 'rfid' && scanned?.kind !== 'nfc') return null;
  return { kind: scanned.kind, value: scanned.value };
}
