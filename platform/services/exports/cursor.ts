import { z } from 'zod';
import type { ExportType } from '#contracts/export/events.ts';
import type { DayRange } from '#contracts/export/pages.ts';
import { PlatformError } from '#platform/base/errors.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import type { Seal } from '#shared/seal/seal.ts';

/** What all pages of one walk have in common. */
export interface Walk extends DayRange {
  pagesOf: ExportType | 'ANALYTICS';
  gymId: string;
}

/** Where a page ended, and when its walk began. */
export interface PageEnd<Place> {
  place: Place;
  /** When the first page was requested. */
  begunAt: Date;
}

/** The longest time from the first page to the last. */
const longestWalkMs = dayMs;

export const closeCursor = <Place>(seal: Seal, walk: Walk, { place, begunAt }: PageEnd<Place>): string =>
  seal.close(JSON.stringify({ begunAt: begunAt.getTime(), place }), ownerOf(walk));

/**
 * Reads where the next page of a walk begins.
 * @throws PlatformError `invalidArguments` if the cursor is not ours, belongs to another walk or has expired
 */
export function openCursor<Place>(
  seal: Seal,
  walk: Walk,
  place: z.ZodType<Place>,
  { cursor, now }: { cursor: string; now: Date },
): PageEnd<Place> {
  const end = z.object({ begunAt: z.number(), place }).safeParse(opened(seal, walk, cursor));
  if (!end.success) {
    throw refused('cursor is not the nextCursor of a page of this export with the same startDate and endDate.');
  }
  const begunAt = new Date(end.data.begunAt);
  if (now.getTime() - begunAt.getTime() > longestWalkMs) {
    throw refused('cursor has expired, 24 hours after the first page: leave it out to start again.');
  }
  return { place: end.data.place, begunAt };
}

function opened(seal: Seal, walk: Walk, cursor: string): unknown {
  const text = seal.open(cursor, ownerOf(walk));
  return text === null ? undefined : JSON.parse(text);
}

const ownerOf = ({ pagesOf, gymId, startDate, endDate }: Walk) =>
  ['place in an export', pagesOf, gymId, startDate, endDate].join('\n');

const refused = (message: string) => new PlatformError('invalidArguments', message);
