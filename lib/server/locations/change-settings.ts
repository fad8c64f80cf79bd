import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type LocationSettings, locationSettings, weekdays } from '#lib/wire/locations.ts';
import {
  flattenSettings,
  foldSettings,
  mergeSettings,
  type SettingName,
  type SettingsOutcome,
} from '#lib/wire/merge-settings.ts';

export const settingsInput = z.object({ base: locationSettings, settings: locationSettings });

/**
 * A three-way merge of settings: applies what the manager changed and keeps what others have changed since the form was opened.
 * The audit log says what changed: `undoS 10 → 5`.
 * @param base the settings with which the form was opened
 */
export async function changeSettings(
  { desk, actor, staff: manager }: StaffContext,
  { base, settings }: z.infer<typeof settingsInput>,
): Promise<SettingsOutcome<LocationSettings, SettingName>> {
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    const [location] = await tx.select().from(locations).where(eq(locations.id, locationId)).for('update');
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    const stored = locationSettings.parse(location);
    const [opened, mine, before] = [flattenSettings(base), flattenSettings(settings), flattenSettings(stored)];
    const { merged, conflicts } = mergeSettings(opened, mine, before);
    if (conflicts.length > 0) return { kind: 'changedMeanwhile', now: stored, conflicts };
    const now = foldSettings(merged);
    const reason = describeChanges(nameForLog(before), nameForLog(merged));
    if (reason === '') return { kind: 'saved', now };
    const areTimesChanged = weekdays.some((weekday) => merged[weekday] !== before[weekday]);
    await tx
      .update(locations)
      .set({ ...now, ...(areTimesChanged && { closingTimesSetAt: new Date(desk.clock()) }) })
      .where(eq(locations.id, locationId));
    await writeAudit(tx, desk, { locationId, staffId: manager.id, action: 'changeLocation', reason });
    return { kind: 'saved', now };
  });
}

const isWeekday = (name: string) => weekdays.some((weekday) => weekday === name);

/** In the log, the closing time of a weekday is named as such. */
const nameForLog = (flat: Settings): Settings =>
  Object.fromEntries(Object.entries(flat).map(([name, value]) => [isWeekday(name) ? `closing.${name}` : name, value]));

type Settings = Readonly<Record<string, string | number | boolean | null>>;

/** The differences for the audit log: `undoS 10 → 5; capacity none → 120`. Empty where there are none. */
export const describeChanges = (before: Settings, after: Settings): string =>
  Object.entries(after)
    .filter(([name, value]) => value !== before[name])
    .map(([name, value]) => `${name} ${before[name] ?? 'none'} → ${value ?? 'none'}`)
    .join('; ');
