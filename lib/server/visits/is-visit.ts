import 'server-only';
import { and, eq, type SQL } from 'drizzle-orm';
import { visits } from '#lib/server/db/schema/visits.ts';

/** Condition for one visit, by its key. */
export const isVisit = (locationId: string, tapId: string): SQL | undefined =>
  and(eq(visits.locationId, locationId), eq(visits.tapId, tapId));
