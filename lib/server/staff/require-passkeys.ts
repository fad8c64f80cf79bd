import 'server-only';
import { eq } from 'drizzle-orm';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { RequirePasskeysInput } from '#lib/wire/staff.ts';

/** Sets who at the location needs a passkey. Whoever has none is led to add one at the next sign-in; open sessions go on. */
export async function requirePasskeys(
  { desk, actor, staff: manager }: Reauthenticated,
  { requiredOf }: RequirePasskeysInput,
): Promise<null> {
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    const isThis = eq(locations.id, locationId);
    const [before] = await tx
      .select({ requiredOf: locations.passkeysRequiredOf })
      .from(locations)
      .where(isThis)
      .for('update');
    if (!before || before.requiredOf === requiredOf) return null;
    await tx.update(locations).set({ passkeysRequiredOf: requiredOf }).where(isThis);
    const reason = `passkeysRequiredOf ${before.requiredOf} → ${requiredOf}`;
    await writeAudit(tx, desk, { locationId, staffId: manager.id, action: 'changeLocation', reason });
    return null;
  });
}
