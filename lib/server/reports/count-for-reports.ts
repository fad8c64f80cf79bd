import 'server-only';
import { sql } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { storeSomeHours } from '#lib/server/stays/stored-hours.ts';
import { storeSomeRhythms } from '#lib/server/stays/stored-rhythms.ts';
import { storeSomeTrainingDays } from '#lib/server/training/training-days.ts';

/** Counts what reports would otherwise count while somebody waits: days that are over since, or that a change has made wrong. */
export const countingForReports: LocationWork = {
  kind: 'countForReports',
  everyMs: 60_000,
  locationsAt: () => sql`select ${locations.id} from ${locations} where ${isInUse}`,
  work: async ({ desk, actor: { location } }) => {
    const leftHours = await storeSomeHours(desk, location);
    const leftRhythms = await storeSomeRhythms(desk, location);
    const leftTraining = await storeSomeTrainingDays(desk, location);
    return leftHours || leftRhythms || leftTraining;
  },
};
