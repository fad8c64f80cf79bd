import 'server-only';
import { and, desc, eq, ne } from 'drizzle-orm';
import { readClientAddress } from '#lib/server/auth/browser/browser.ts';
import type { SignedIn } from '#lib/server/auth/load-staff.ts';
import { findHomeLocation } from '#lib/server/auth/session/audit-sign-in.ts';
import { isOpenSession } from '#lib/server/auth/session/sessions.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { staff, staffSessions } from '#lib/server/db/schema/staff.ts';
import type { OwnSession, OwnSessionInput } from '#lib/wire/account.ts';

/** The person's open sessions, this one first, then by last activity. */
export async function listOwnSessions({ desk, staff: person, session }: SignedIn): Promise<OwnSession[]> {
  const rows = await desk.db
    .select({ session: staffSessions })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(eq(staffSessions.staffId, person.id), isOpenSession(desk.clock())))
    .orderBy(desc(eq(staffSessions.id, session.id)), desc(staffSessions.activeAt));
  return rows.map(({ session: { id, browser, startedAt, activeAt } }) => ({
    id,
    browser,
    startedAt: startedAt.toISOString(),
    activeAt: activeAt.toISOString(),
    isThis: id === session.id,
  }));
}

/** Ends another session of the person. One that has ended already, or is somebody else's, is left alone. */
export async function endOwnSession(
  { desk, staff: person, session }: SignedIn,
  { sessionId }: OwnSessionInput,
): Promise<null> {
  const clientAddress = await readClientAddress();
  return desk.db.transaction(async (tx) => {
    const isOther = and(
      eq(staffSessions.id, sessionId),
      eq(staffSessions.staffId, person.id),
      ne(staffSessions.id, session.id),
    );
    const ended = await tx.delete(staffSessions).where(isOther).returning({ id: staffSessions.id });
    if (ended.length === 0) return null;
    const locationId = await findHomeLocation(tx, { staffId: person.id });
    await writeAudit(tx, desk, { locationId, staffId: person.id, action: 'endSession', clientAddress });
    return null;
  });
}
