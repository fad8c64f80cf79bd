import 'server-only';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAuditOnce } from '#lib/server/base/write-audit.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { readClientAddress } from './browser/browser.ts';
import type { SignedIn, StaffContext } from './load-staff.ts';
import { readOwnLocations } from './own-locations.ts';
import { lastLocation } from './page-location.ts';
import { RefusedPermission } from './refused-permission.ts';

/** A page that is refused asks again by itself: that is told once. */
const withinMs = 60_000;

/**
 * Tells the audit log that a signed-in person tried what they may not do: at the location they were at, or whose page they
 * had before them.
 * @param permission what was asked for, where the error does not say it
 */
export async function auditRefusal(
  context: SignedIn & Partial<StaffContext>,
  { permission, error = new RefusedPermission(permission) }: { permission: StaffPermission; error?: unknown },
): Promise<void> {
  if (!(error instanceof ActionFailure) || error.code !== 'notAllowed') return;
  const { desk, staff } = context;
  const location = context.actor?.location ?? (await locationBeforeThem(context));
  const clientAddress = await readClientAddress();
  const reason = error instanceof RefusedPermission ? error.permission : permission;
  const entry = { locationId: location.id, staffId: staff.id, reason, clientAddress };
  await writeAuditOnce(desk.db, desk, { ...entry, action: 'refusePermission', withinMs }).catch((problem: unknown) =>
    desk.log.error({ error: problem }, 'a refused permission could not be told to the audit log'),
  );
}

async function locationBeforeThem({ desk, staff }: SignedIn): Promise<Location> {
  const own = await readOwnLocations(desk.db, staff.id);
  return (await lastLocation(own)) ?? own[0];
}
