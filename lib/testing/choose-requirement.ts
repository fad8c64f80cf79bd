import { eq } from 'drizzle-orm';
import { locations } from '#lib/server/db/schema/locations.ts';
import { requirePasskeys } from '#lib/server/staff/require-passkeys.ts';
import type { PasskeyRequirement, RequirePasskeysOutcome } from '#lib/wire/staff.ts';

/** Chooses who needs a passkey, as a manager does who sees the present choice. */
export async function chooseRequirement(
  manager: Parameters<typeof requirePasskeys>[0],
  requiredOf: PasskeyRequirement,
): Promise<RequirePasskeysOutcome> {
  const [now] = await manager.desk.db
    .select({ shown: locations.passkeysRequiredOf })
    .from(locations)
    .where(eq(locations.id, manager.actor.location.id));
  return requirePasskeys(manager, { shown: now?.shown ?? 'nobody', requiredOf });
}
