import type { z } from 'zod';
import { type DayRange, pageSize } from '#contracts/export/pages.ts';
import type { Call } from '#platform/services/call.ts';
import { closeCursor, openCursor, type PageEnd, type Walk } from './cursor.ts';
import { requireGymName } from './gym-name.ts';
import { type ExportRange, type RangeLimits, requireRange } from './range.ts';
import type { ExportCall } from './rules.ts';

/** Data that is read in pages. The order must be stable: the place of an item never changes. */
export interface PageSource<Item, Place> {
  /** Identifies the data in a cursor. A cursor is valid for the same data only. */
  pagesOf: Walk['pagesOf'];
  limits: RangeLimits;
  /** The sort key of an item, as parsed from JSON. */
  place: z.ZodType<Place>;
  /** The items after a place, or the first ones, in order. */
  read(
    call: Call,
    wanted: { range: ExportRange; after: Place | undefined; limit: number },
  ): Promise<{ item: Item; place: Place }[]>;
}

interface PageAsked extends DayRange {
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

interface ExportPage<Item> {
  gym: { name: string };
  data: Item[];
  nextCursor: string | null;
}

/**
 * One page of an export. A client that follows `nextCursor` gets every item that existed at the first page, and still
 * exists, exactly once (`/reference/export`).
 */
export async function readPage<Item, Place>(
  call: ExportCall,
  { pagesOf, limits, place, read }: PageSource<Item, Place>,
  { startDate, endDate, cursor }: PageAsked,
  size = pageSize,
): Promise<ExportPage<Item>> {
  const now = call.clock();
  const { seal } = call.rules;
  const walk = { pagesOf, gymId: call.gymId, startDate, endDate };
  const before: PageEnd<Place> | undefined =
    cursor === undefined ? undefined : openCursor(seal, walk, place, { cursor, now });
  // Limits are checked against the start of the walk: a range cannot become too old in the middle of it.
  const begunAt = before?.begunAt ?? now;
  const range = requireRange({ startDate, endDate }, limits, begunAt);
  const gym = await requireGymName(call.db, call.gymId);
  const found = await read(call, { range, after: before?.place, limit: size + 1 });
  const page = found.slice(0, size);
  const last = page.at(-1);
  const nextCursor = last && found.length > size ? closeCursor(seal, walk, { place: last.place, begunAt }) : null;
  return { gym, data: page.map(({ item }) => item), nextCursor };
}
