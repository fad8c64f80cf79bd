import 'server-only';
import { sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { byteOrderMark, type CsvSeparator, csvRow } from '#lib/server/csv/write-csv.ts';
import type { RefusalCount, StatementException, StatementMonth } from '#lib/wire/corporate-statement.ts';
import { dateTimeFormat } from '#lib/wire/i18n/date-time-format.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { statementPeriod } from './read-statement.ts';
import { statementEvents } from './statement-events.ts';

const columns = [
  'day',
  'time',
  'membershipId',
  'accountId',
  'what',
  'reason',
  'first',
  'later',
  'undone',
  'unanswered',
  'gym',
] as const;

type Kind = 'admission' | 'refused' | StatementException['kind'];

interface StatementWords {
  separator: CsvSeparator;
  /** Translates a key of the `corporateStatement.file` messages. */
  say(key: `columns.${(typeof columns)[number]}` | `kinds.${Kind}` | 'yes'): string;
  sayReason(reason: RefusalCount['reason']): string;
}

interface Row
  extends Record<string, unknown>,
    Pick<StatementException, 'accountId' | 'membershipId' | 'reason' | 'unanswered'> {
  kind: Kind;
  at: Date | string;
  isFirst: boolean;
  isLater: boolean;
  isUndone: boolean;
}

/** Each admission, refusal, unconfirmed visit and visit by a turnstile of a month as a row, with ISO 8601 days and times in the time zone of the location. */
export async function* writeStatement(
  { desk: { db }, actor: { location } }: LocationContext,
  { month, words: { say, sayReason, separator } }: StatementMonth & { words: StatementWords },
): AsyncGenerator<string> {
  const { timeZone } = location;
  const clock = dateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' });
  yield byteOrderMark +
    csvRow(
      columns.map((column) => say(`columns.${column}`)),
      separator,
    );
  const { rows } = await db.execute<Row>(sql`
    select kind, at, account_id as "accountId", membership_id as "membershipId", reason, unanswered,
      is_first as "isFirst", is_later as "isLater", is_undone as "isUndone"
    from (${statementEvents(db, statementPeriod(location, month))}) as events
    order by at, account_id`);
  const mark = (isMarked: boolean) => (isMarked ? say('yes') : null);
  const cells = ({ kind, reason, accountId, membershipId, isFirst, isLater, isUndone, unanswered, ...row }: Row) => {
    const at = new Date(row.at);
    return [
      dayOf(at.getTime(), timeZone),
      clock.format(at),
      membershipId,
      accountId,
      say(`kinds.${kind}`),
      reason && sayReason(reason),
      mark(isFirst),
      mark(isLater),
      mark(isUndone),
      unanswered === 0 ? null : unanswered,
      location.name,
    ];
  };
  yield rows.map((row) => csvRow(cells(row), separator)).join('');
}
