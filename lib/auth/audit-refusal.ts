import 'server-only';
import { writeAuditOnce } from '#lib/desk/base/write-audit.ts';
import { ActionFailure } from '#lib/failure.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { readClientAddress } from './browser/browser.ts';
import type { StaffContext } from './load-staff.ts';
import { RefusedPermission } from './refused-permission.ts';

/** A page that is refused asks again by itself: that is told once. */
const withinMs = 60_000;

/**
 * Tells the audit log that a signed-in person tried what they may not do.
 * @param permission what was asked for, where the error does not say it
 */
export async function auditRefusal(
  { desk, actor, staff }: StaffContext,
  permission: StaffPermission,
  error: unknown = new RefusedPermission(permission),
): Promise<void> {
  if (!(error instanceof ActionFailure) || error.code !== 'notAllowed') return;
  const clientAddress = await readClientAddress();
  const reason = error instanceof RefusedPermission ? error.permission : permission;
  const entry = { locationId: actor.location.id, staffId: staff.id, reason, clientAddress };
  await writeAuditOnce(desk.db, desk, { ...entry, action: 'refusePermission' }, withinMs).catch((problem: unknown) =>
    desk.log.error({ error: problem }, 'a refused permission could not be told to the audit log'),
  );
}
