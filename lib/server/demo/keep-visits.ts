import 'server-only';
import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { inBatches } from '#lib/server/db/in-batches.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { slugOf } from '#lib/server/locations/slug.ts';
import type { VisitKind } from '#lib/wire/visits.ts';

const event = z.object({
  gym: z.string(),
  accountId: z.string().min(1),
  kind: z.enum(['CHECKIN', 'CHECKOUT']),
  at: z.iso.datetime(),
  admission: z.object({ id: z.uuid(), isFirst: z.boolean() }).nullable(),
});
export const demoVisitEvents = z.array(event);
type DemoVisitEvent = z.infer<typeof event>;

/** Triggers count each visit: a statement of more would reach its time limit on a busy machine. */
const rowsAtATime = 500;
/** Of ten arrivals, and of ten departures, this many were scanned at this desk; the others used the turnstile. */
const scannedHere = { CHECKIN: 6, CHECKOUT: 3 };

/**
 * Fills the desk with visits of the demo's earlier days: most arrivals, and all that needed an admission, were scanned here by
 * staff of the location, and were sent. Idempotent.
 */
export async function keepDemoVisits(desk: DeskContext, events: readonly DemoVisitEvent[]): Promise<{ kept: number }> {
  const found = await desk.db.select({ id: locations.id, slug: locations.slug }).from(locations);
  let kept = 0;
  for (const { id, slug } of found) {
    const staff = await desk.db
      .select({ id: staffLocations.staffId })
      .from(staffLocations)
      .where(eq(staffLocations.locationId, id))
      .orderBy(asc(staffLocations.staffId));
    const here = events.filter(({ gym }) => slugOf(gym) === slug).map((visit) => ({ ...visit, ...drawOf(visit) }));
    const isScanned = ({ kind, of10, admission }: (typeof here)[number]) => admission || of10 < scannedHere[kind];
    const scanned = here.filter(isScanned);
    const ofDesk = scanned.map(({ accountId, kind, at, tapId, number }) => ({
      locationId: id,
      tapId,
      accountId,
      kind: kindOf(kind),
      state: 'sent' as const,
      tappedAt: new Date(at),
      platformAt: new Date(at),
      recordedAt: new Date(at),
      undoUntil: new Date(at),
      nextAttemptAt: new Date(at),
      staffId: staff[number % Math.max(staff.length, 1)]?.id ?? null,
    }));
    const elsewhere = here
      .filter((visit) => !isScanned(visit))
      .map(({ accountId, kind, at }) => ({ locationId: id, accountId, kind: kindOf(kind), at: new Date(at) }));
    for (const rows of inBatches(ofDesk, rowsAtATime)) await desk.db.insert(visits).values(rows).onConflictDoNothing();
    for (const rows of inBatches(elsewhere, rowsAtATime))
      await desk.db.insert(elsewhereEvents).values(rows).onConflictDoNothing();
    const admitted = scanned.flatMap(({ accountId, at, tapId, admission }) =>
      admission
        ? {
            locationId: id,
            admissionId: admission.id,
            accountId,
            tapId,
            occasion: 'counter' as const,
            at: new Date(at),
            isFirst: admission.isFirst,
          }
        : [],
    );
    for (const rows of inBatches(admitted, rowsAtATime))
      await desk.db.insert(admissions).values(rows).onConflictDoNothing();
    const oldest = here[0]?.at;
    if (oldest)
      await desk.db
        .update(locations)
        .set({ admissionsSince: sql`least(${locations.admissionsSince}, ${oldest}::timestamptz)` })
        .where(eq(locations.id, id));
    kept += here.length;
    await notifyLive(desk.db, { locationId: id, event: 'presence' });
  }
  return { kept };
}

const kindOf = (kind: DemoVisitEvent['kind']): VisitKind => (kind === 'CHECKIN' ? 'checkIn' : 'checkOut');

/** Pseudo-random values of a visit, the same each time. */
function drawOf({ gym, accountId, kind, at }: DemoVisitEvent) {
  const digest = createHash('sha256').update(`${gym} ${accountId} ${kind} ${at}`).digest('hex');
  const tapId = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
  const number = Number.parseInt(digest.slice(-6), 16);
  return { tapId, number: Math.floor(number / 10), of10: number % 10 };
}
