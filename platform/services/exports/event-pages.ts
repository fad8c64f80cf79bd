import { z } from 'zod';
import type { EventItem, ExportType } from '#contracts/export/events.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { eventSources, sharedEvents } from './event-source.ts';
import type { PageSource } from './pages.ts';

/** Time of the event, in milliseconds since 1970, and its id. A correction changes neither. */
const place = z.tuple([z.number(), z.uuid()]);
type Place = z.infer<typeof place>;

type Row<Type extends ExportType> = EventItem<Type> & { placeTime: Date; placeId: string };

/** The pages of one kind of event, oldest first. */
export function eventPages<Type extends ExportType>(type: Type): PageSource<EventItem<Type>, Place> {
  const [first, next] = [pageOf(type, { isNext: false }), pageOf(type, { isNext: true })];
  return {
    pagesOf: type,
    limits: 'events',
    place,
    read: async ({ db, chainId, gymId }, { range, after, limit }) => {
      // Starts the range at the cursor, so that PostgreSQL skips earlier partitions and index entries.
      const start = after ? new Date(after[0]) : range.start;
      const values = [chainId, gymId, start, range.end, limit, ...(after ? [after[1]] : [])];
      const rows = await db.find<Row<Type>>(after ? next : first, values);
      return rows.map(({ placeTime, placeId, ...item }) => ({
        item: item as unknown as EventItem<Type>, // safe because: it is the row without its place
        place: [placeTime.getTime(), placeId],
      }));
    },
  };
}

const pageOf = (type: ExportType, { isNext }: { isNext: boolean }): NamedStatement => ({
  name: `${isNext ? 'next' : 'first'}_page_of_${eventSources[type].table}`,
  text: `
    SELECT ${fieldsOf(type)}, e.occurred_at AS "placeTime", e.event_id AS "placeId"
    ${sharedEvents(type)} ${isNext ? 'AND (e.occurred_at, e.event_id) > ($3, $6)' : ''}
    ORDER BY e.occurred_at, e.event_id
    LIMIT $5`,
});

const fieldsOf = (type: ExportType) =>
  Object.entries(eventSources[type].fields)
    .map(([field, expression]) => `${expression} AS "${field}"`)
    .join(', ');
