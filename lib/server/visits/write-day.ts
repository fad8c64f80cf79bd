import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { byteOrderMark, type CsvSeparator, csvRow } from '#lib/server/csv/write-csv.ts';
import { dateTimeFormat } from '#lib/wire/i18n/date-time-format.ts';
import type { VisitFilter, VisitLine } from '#lib/wire/visits.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { visitsOfDay } from './list-day.ts';

const columns = ['day', 'time', 'name', 'membershipId', 'direction', 'state', 'by'] as const;

type VisitWord =
  | `columns.${(typeof columns)[number]}`
  | 'checkIn'
  | 'checkOut'
  | 'automatic'
  | `states.${VisitLine['state']}`;

interface VisitWords {
  separator: CsvSeparator;
  /** Translates a key of the `visits` messages. */
  say(key: VisitWord): string;
}

/**
 * Writes the visits of one or several days as CSV, latest first, with ISO 8601 days and times in the time zone of the
 * location.
 */
export async function* writeVisits(
  context: LocationContext,
  { filter, words: { say, separator } }: { filter: VisitFilter; words: VisitWords },
): AsyncGenerator<string> {
  const { location } = context.actor;
  const options = { timeZone: location.timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const clock = dateTimeFormat('sv-SE', options);
  const cells = ({ at, name, membershipId, kind, state, isAutomatic, by }: VisitLine) => [
    dayOf(Date.parse(at), location.timeZone),
    clock.format(new Date(at)),
    name,
    membershipId,
    say(kind),
    say(`states.${state}`),
    isAutomatic ? say('automatic') : by,
  ];
  yield byteOrderMark +
    csvRow(
      columns.map((column) => say(`columns.${column}`)),
      separator,
    );
  for await (const lines of visitsOfDay(context, filter)) {
    yield lines.map((line) => csvRow(cells(line), separator)).join('');
  }
}
