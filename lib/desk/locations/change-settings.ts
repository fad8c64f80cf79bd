import 'server-only';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { locations } from '#lib/db/schema/locations.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import { ActionFailure } from '#lib/failure.ts';
import { type LocationSettings, locationSettings, weekdays } from '#lib/wire/locations.ts';

/** Changes what is different, and says in the audit log what was: `undoS 10 → 5`. */
export async function changeSettings(
  { desk, actor, staff: manager }: StaffContext,
  settings: LocationSettings,
): Promise<null> {
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    const [location] = await tx.select().from(locations).where(eq(locations.id, locationId)).for('update');
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    const reason = describeChanges(flatten(locationSettings.parse(location)), flatten(settings));
    if (reason === '') return null;
    const areTimesChanged = reason.includes(closingPrefix);
    await tx
      .update(locations)
      .set({ ...settings, ...(areTimesChanged && { closingTimesSetAt: new Date(desk.clock()) }) })
      .where(eq(locations.id, locationId));
    await writeAudit(tx, desk, { locationId, staffId: manager.id, action: 'changeLocation', reason });
    return null;
  });
}

const closingPrefix = 'closing.';

/** One name a value, for the comparison and for the log. */
const flatten = ({ closingTimes, ...settings }: LocationSettings) => ({
  ...settings,
  ...Object.fromEntries(weekdays.map((weekday) => [`${closingPrefix}${weekday}`, closingTimes[weekday] ?? null])),
});

type Settings = Readonly<Record<string, string | number | boolean | null>>;

/** What is different, for the audit log: `undoS 10 → 5; capacity none → 120`. Empty where nothing is. */
export const describeChanges = (before: Settings, after: Settings): string =>
  Object.entries(after)
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => `${name} ${before[name] ?? 'none'} → ${value ?? 'none'}`)
    .join('; ');
