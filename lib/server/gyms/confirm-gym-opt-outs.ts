import 'server-only';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { requireOwnOrRetiredIds } from '#lib/server/auth/own-locations.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import { confirmOptOuts } from '#lib/server/opt-outs/request-check.ts';
import type { ConfirmGymOptOutInput } from '#lib/wire/gyms.ts';
import type { ConfirmOptOutOutcome } from '#lib/wire/opt-outs.ts';

/**
 * Confirms it at another gym of the manager: a retired one has no pages, and cannot be brought back while another has its key.
 * @throws ActionFailure `notAllowed` for a gym that is not the manager's
 */
export async function confirmGymOptOuts(
  { desk, actor }: StaffContext,
  { gymId, ...asked }: ConfirmGymOptOutInput,
): Promise<ConfirmOptOutOutcome> {
  await requireOwnOrRetiredIds(desk.db, { staffId: actor.staffId, locationIds: [gymId] });
  const location = await requireLocation(desk.db, gymId);
  return confirmOptOuts({ desk, actor: { ...actor, location } }, asked);
}
