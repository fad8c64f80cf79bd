import 'server-only';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { daysOfMonth, type StatementMonth } from '#lib/wire/corporate-statement.ts';

/**
 * Records a download in the log of the gym whose page was open. If the statement is of a retired gym, the entry names it, because nobody
 * can open that gym's own log.
 */
export async function auditStatement(
  { desk, actor }: StaffContext,
  { month, location }: StatementMonth & { location: Location },
): Promise<void> {
  const { from, to } = daysOfMonth(month);
  const { id: locationId } = actor.location;
  const gym = location.id === locationId ? '' : ` ${location.name}`;
  const { staffId } = actor;
  await writeAudit(desk.db, desk, { locationId, staffId, action: 'exportStatement', reason: `${from}-${to}${gym}` });
}
