import 'server-only';
import { desc, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { writeAudit, writeAuditOnce } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { failureWindowMs } from '#shared/sign-in/attempts.ts';
import type { Browser } from '#shared/sign-in/browser.ts';

/** The method of a sign-in. `passwordOnly`: the right password of a person whose passkey was needed too. */
export type SignInMeans = 'password' | 'passwordOnly' | 'badge' | 'link' | 'passkey';

interface AuditedSignIn {
  action: 'signIn' | 'signInFailed' | 'signInLocked';
  /** Null where the person is unknown. What was typed or scanned is not stored, since it may be a member's. */
  staffId: string | null;
  means: SignInMeans;
  browser: Browser;
  /** The location of the screen, if it is known. */
  locationId?: string | undefined;
}

/** Entries that name a person, but may be the doing of somebody who tried to sign in as them. */
export const attemptsAsPerson: AuditAction[] = ['signInFailed', 'signInLocked', 'lockBadge', 'refusePasskey'];

const nobody = '00000000-0000-0000-0000-000000000000';

/** Writes a sign-in to the audit log. A lock is written once while it lasts. */
export async function auditSignIn(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock'>,
  { action, staffId, means, browser, locationId }: AuditedSignIn,
): Promise<void> {
  // also for an unknown person, so that timing does not reveal who is known
  const home = await findHomeLocation(tx, { staffId: staffId ?? nobody, locationId });
  const { clientAddress } = browser;
  const entry = { locationId: home, staffId, action, reason: means, clientAddress };
  if (action === 'signInLocked') await writeAuditOnce(tx, desk, { ...entry, withinMs: failureWindowMs });
  else await writeAudit(tx, desk, entry);
}

/** A location of the person: `locationId` if the person works there, else the oldest in use. Null without any. */
export async function findHomeLocation(
  tx: Queryable,
  { staffId, locationId }: { staffId: string; locationId?: string },
): Promise<string | null> {
  const [found] = await tx
    .select({ id: locations.id })
    .from(staffLocations)
    .innerJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(eq(staffLocations.staffId, staffId))
    .orderBy(desc(sql`${locations.id} = ${locationId ?? nobody}`), desc(isInUse), locations.createdAt)
    .limit(1);
  return found?.id ?? null;
}
