import 'server-only';
import { authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { requireOwnRetired } from '#lib/server/auth/own-locations.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { StatementGym } from '#lib/wire/corporate-statement.ts';

/**
 * The gym whose statement is asked for: that of the page, or a retired one of its manager, which has no pages while the statement of its
 * last month is still to be signed.
 * @throws ActionFailure `notAllowed` for one that is in use, or not theirs
 */
export async function requireStatementGym(context: StaffContext, { retired }: StatementGym): Promise<Location> {
  const { desk, staff, actor } = context;
  if (retired === undefined) return actor.location;
  authorise(context, 'manageLocation');
  return requireOwnRetired(desk.db, { staffId: staff.id, slug: retired });
}
