import 'server-only';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAuditOnce } from '#lib/server/base/write-audit.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { readClientAddress } from './browser/browser.ts';
import { lastLocation } from './last-location.ts';
import type { SignedIn, StaffContext } from './load-staff.ts';
import { readOwnLocations } from './own-locations.ts';
import { RefusedPermission } from './refused-permission.ts';

/** A refused page repeats its requests: the entries are throttled. */
const withinMs = 60_000;

/**
 * Writes to the audit log that a signed-in person attempted something they have no permission for: at the location of the
 * request, else at the one whose page they used last.
 * @param permission the required one, unless the error names it
 */
export async function auditRefusal(
  context: SignedIn & Partial<StaffContext>,
  { permission, error = new RefusedPermission(permission) }: { permission: StaffPermission; error?: unknown },
): Promise<void> {
  if (!(error instanceof ActionFailure) || error.code !== 'notAllowed') return;
  const { desk, staff } = context;
  const location = context.actor?.location ?? (await lastUsedLocation(context));
  const clientAddress = await readClientAddress();
  const reason = error instanceof RefusedPermission ? error.permission : permission;
  const entry = { locationId: location.id, staffId: staff.id, reason, clientAddress };
  await writeAuditOnce(desk.db, desk, { ...entry, action: 'refusePermission', withinMs }).catch((problem: unknown) =>
    desk.log.error({ error: problem }, 'a refused permission could not be written to the audit log'),
  );
}

async function lastUsedLocation({ desk, staff }: SignedIn): Promise<Location> {
  const own = await readOwnLocations(desk.db, staff.id);
  return (await lastLocation(own)) ?? own[0];
}
