import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { longestStayMs } from '#lib/server/base/locations.ts';
import { vouchForTime } from '#lib/server/base/platform-time.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { closingMoments, weekdays } from '#lib/wire/closing-times.ts';
import { type LocationSettings, locationSettings } from '#lib/wire/locations.ts';
import {
  type FlatSettings,
  flattenSettings,
  foldSettings,
  isExceptionName,
  type LocationSettingsOutcome,
  mergeSettings,
} from '#lib/wire/merge-settings.ts';
import { findTimeZone } from '#shared/database/find-time-zone.ts';
import { isNameTaken } from './is-name-taken.ts';

const part = locationSettings.partial();

export const settingsInput = z.object({ base: part, settings: part });

/**
 * A three-way merge of settings or a part of them: applies what the manager changed and keeps what others have changed since the
 * form was opened. The audit log says what changed: `undoS 10 → 5`.
 * @param base the settings with which the form was opened
 */
export async function changeSettings(
  { desk, actor, staff: manager }: StaffContext,
  { base, settings }: z.infer<typeof settingsInput>,
): Promise<LocationSettingsOutcome> {
  const locationId = actor.location.id;
  const aheadMs = (await vouchForTime({ desk, actor }))?.platformAheadMs ?? 0;
  return desk.db.transaction(async (tx) => {
    const [location] = await tx.select().from(locations).where(eq(locations.id, locationId)).for('update');
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    const stored = locationSettings.parse(location);
    const timeZone = await nameToStore(tx, { chosen: settings.timeZone, kept: [base.timeZone, stored.timeZone] });
    if (timeZone === null) return { kind: 'timeZoneUnknown' };
    const [opened, before] = [flattenSettings(base), flattenSettings(stored)];
    const mine = flattenSettings({ ...settings, timeZone });
    const { merged, conflicts } = mergeSettings(opened, mine, before);
    if (conflicts.length > 0) return { kind: 'changedMeanwhile', now: stored, conflicts };
    const now = locationSettings.parse(foldSettings(merged));
    const reason = describeChanges(nameForLog(before), nameForLog(flattenSettings(now)));
    if (reason === '') return { kind: 'saved', now };
    if (now.name !== stored.name && (await isNameTaken(tx, { staffId: manager.id, locationId, name: now.name }))) {
      return { kind: 'nameTaken' };
    }
    const here = desk.clock();
    // by the platform's clock where the desk's is behind: once that is right, no closing may seem to come after this change
    const at = here + Math.max(0, aheadMs);
    // by any setting, since a later change may make a stay last longer
    const isPastChanged = hasOtherClosings(stored, now, { from: here - longestStayMs, to: at });
    await tx
      .update(locations)
      .set({ ...now, ...(isPastChanged && { closingTimesSetAt: new Date(at) }) })
      .where(eq(locations.id, locationId));
    await writeAudit(tx, desk, { locationId, staffId: manager.id, action: 'changeLocation', reason });
    for (const event of ['settings', 'status'] as const) await notifyLive(tx, { locationId, event });
    return { kind: 'saved', now };
  });
}

/**
 * The name of the chosen time zone that the database knows; null where it knows none. One that the gym has already is kept, known or not.
 * Asked before the merge: a name that is sent again, since the first answer was lost, is then no conflict with the one stored for it.
 */
async function nameToStore(
  tx: Queryable,
  { chosen, kept }: { chosen: string | undefined; kept: (string | undefined)[] },
): Promise<string | undefined | null> {
  return chosen === undefined || kept.includes(chosen) ? chosen : findTimeZone(tx, chosen);
}

/** Whether the change would add or move a closing that has passed: members must not be checked out retroactively. */
const hasOtherClosings = (before: LocationSettings, after: LocationSettings, { from, to }: Span): boolean =>
  closingMoments(before, from, to).join() !== closingMoments(after, from, to).join();

interface Span {
  from: number;
  to: number;
}

const isOfClosing = (name: string) => isExceptionName(name) || weekdays.some((weekday) => weekday === name);

/** In the log, the closing time of a day is named as such. */
const nameForLog = (flat: FlatSettings): FlatSettings =>
  Object.fromEntries(
    Object.entries(flat).map(([name, value]) => [isOfClosing(name) ? `closing.${name}` : name, value]),
  );

/** Free text must not look like the separators of the entry. */
const valueForLog = (value: FlatSettings[string] | undefined) =>
  typeof value === 'string' ? value.replace(/[;→]/g, ',') : (value ?? 'none');

/** The differences for the audit log: `undoS 10 → 5; capacity none → 120`. Empty where there are none. */
export const describeChanges = (before: FlatSettings, after: FlatSettings): string =>
  Object.keys({ ...after, ...before })
    .filter((name) => (after[name] ?? null) !== (before[name] ?? null))
    .map((name) => `${name} ${valueForLog(before[name])} → ${valueForLog(after[name])}`)
    .join('; ');
