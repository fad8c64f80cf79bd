import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { byteOrderMark, type CsvSeparator, csvRow } from '#lib/server/csv/write-csv.ts';
import { dateTimeFormat } from '#lib/wire/i18n/date-time-format.ts';
import type { RefusalCode } from '#lib/wire/refusals.ts';
import type { LetIn, VisitFilter, VisitHow, VisitLine, VisitTrouble } from '#lib/wire/visits.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { visitsOfDay } from './list-day.ts';

const columns = {
  visits: [
    ...(['day', 'in', 'dayOut', 'out', 'stay', 'name', 'membershipId', 'first'] as const),
    ...(['how', 'howOut', 'by', 'byOut', 'state'] as const),
  ],
  refused: ['day', 'time', 'name', 'membershipId', 'reason', 'letIn', 'letInBy', 'letInWhy', 'how', 'by'],
  undone: ['day', 'time', 'name', 'membershipId', 'what', 'how', 'by'],
} as const;

type VisitWord =
  | `fileColumns.${(typeof columns)[keyof typeof columns][number]}`
  | `ways.${NonNullable<VisitHow>}`
  | `fileStates.${VisitTrouble['state']}`
  | `letInNote.${LetIn['kind']}`
  | `undoneKinds.${'checkIn' | 'checkOut'}`
  | 'yes';

interface VisitWords {
  separator: CsvSeparator;
  /** Translates a key of the `visits` messages. */
  say(key: VisitWord): string;
  sayReason(reason: RefusalCode): string;
}

/**
 * Writes the rows of one or several days as CSV, those of the tab that the filter names, latest first, with ISO 8601 days and times
 * in the time zone of the location.
 */
export async function* writeVisits(
  context: LocationContext,
  { filter, words }: { filter: VisitFilter; words: VisitWords },
): AsyncGenerator<string> {
  const { separator, say } = words;
  const cells = cellsOf(context.actor.location.timeZone, words);
  const heads = columns[filter.tab ?? 'visits'].map((column) => say(`fileColumns.${column}`));
  yield byteOrderMark + csvRow(heads, separator);
  for await (const lines of visitsOfDay(context, filter)) {
    yield lines.map((line) => csvRow(cells(line), separator)).join('');
  }
}

function cellsOf(timeZone: string, { say, sayReason }: VisitWords): (line: VisitLine) => (string | null)[] {
  const clock = dateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const when = (at: string | undefined) =>
    at ? [dayOf(Date.parse(at), timeZone), clock.format(new Date(at))] : ['', ''];
  const way = (how: VisitHow | undefined) => (how ? say(`ways.${how}`) : null);
  return (line) => {
    const { name, membershipId } = line;
    switch (line.tab) {
      case 'visits': {
        const { in: came, out: left, trouble } = line;
        const stayMs = came && left && Math.max(0, Date.parse(left.at) - Date.parse(came.at));
        return [
          ...when(came?.at),
          ...when(left?.at),
          stayMs === null ? null : String(Math.floor(stayMs / 60_000)),
          name,
          membershipId,
          line.isFirst ? say('yes') : null,
          way(came?.how),
          way(left?.how),
          came?.by ?? null,
          left?.by ?? null,
          trouble && say(`fileStates.${trouble.state}`),
        ];
      }
      case 'refused': {
        const { letIn } = line;
        const { by, why } = letIn?.kind === 'anyway' ? letIn : { by: null, why: null };
        return [
          ...when(line.at),
          name,
          membershipId,
          sayReason(line.reason),
          letIn && say(`letInNote.${letIn.kind}`),
          by,
          why,
          way(line.how),
          line.by,
        ];
      }
      case 'undone':
        return [...when(line.at), name, membershipId, say(`undoneKinds.${line.kind}`), way(line.how), line.by];
    }
  };
}
