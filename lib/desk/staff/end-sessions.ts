import 'server-only';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { endAllSessions } from '#lib/auth/session/sessions.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import type { EndSessionsInput } from '#lib/wire/staff.ts';
import { findColleague } from './find-colleague.ts';

/** Signs a colleague out everywhere. Any manager of the person may: it opens nothing to anybody. */
export async function endSessions(context: StaffContext, { staffId }: EndSessionsInput): Promise<null> {
  const { desk, actor, staff } = context;
  return desk.db.transaction(async (tx) => {
    await findColleague(tx, context, staffId);
    await endAllSessions(tx, staffId);
    const entry = { locationId: actor.location.id, staffId: staff.id, reason: staffId };
    await writeAudit(tx, desk, { ...entry, action: 'signOutEverywhere' });
    return null;
  });
}
