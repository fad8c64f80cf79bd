import 'server-only';
import { and, eq, gt, isNull, lt, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Staff, signInLinks, staff, staffSessions } from '#lib/server/db/schema/staff.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { isActivityDue, shiftMs } from '#shared/session/session-rules.ts';

/** Grace period after another person signs in, for requests that other pages of the browser have in flight. */
const handOverMs = 30_000;
/** How long ended rows are kept. Their cookies have expired by then. */
const keptMs = dayMs;

/** The content of the signed cookie. */
export interface SessionClaim {
  sessionId: string;
  /** The person's `sessionVersion` at the sign-in. */
  version: number;
}

interface OpenedBy extends Pick<Staff, 'id' | 'sessionVersion'> {
  /** See `browserName`. */
  browserName?: string | null | undefined;
  /** Whether the person has entered or chosen their password, or used a passkey. */
  hasAuthenticated?: boolean | undefined;
  /** See the column. */
  isOneFactor?: boolean | undefined;
}

/** Opens a session of an authenticated person. */
export async function openSession(
  tx: Queryable,
  { newId, clock }: Pick<DeskContext, 'newId' | 'clock'>,
  { id: staffId, sessionVersion: version, browserName, hasAuthenticated = false, isOneFactor = false }: OpenedBy,
): Promise<SessionClaim> {
  const now = clock();
  const sessionId = newId();
  await tx.delete(staffSessions).where(lt(staffSessions.expiresAt, new Date(now - keptMs)));
  await tx.insert(staffSessions).values({
    id: sessionId,
    staffId,
    startedAt: new Date(now),
    activeAt: new Date(now),
    expiresAt: new Date(now + shiftMs),
    browser: browserName,
    authenticatedAt: hasAuthenticated ? new Date(now) : null,
    isOneFactor,
  });
  return { sessionId, version };
}

/** Holds for sessions that have not ended, of persons who are not disabled. Their versions have to be compared too. */
export const isOpenSession = (now: number | Placeholder): SQL | undefined =>
  and(gt(staffSessions.expiresAt, typeof now === 'number' ? new Date(now) : now), isNull(staff.disabledAt));

/**
 * Ends one session.
 * @returns the id of its person; null where it had ended already
 */
export async function endSession(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  sessionId: string,
): Promise<string | null> {
  const now = new Date(clock());
  const [ended] = await tx
    .update(staffSessions)
    .set({ expiresAt: now })
    .where(and(eq(staffSessions.id, sessionId), gt(staffSessions.expiresAt, now)))
    .returning({ staffId: staffSessions.staffId });
  return ended?.staffId ?? null;
}

/** Ends a session that another one replaces in the same browser, after a grace period. */
export async function handOverSession(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  sessionId: string,
): Promise<void> {
  const soon = new Date(clock() + handOverMs);
  await tx
    .update(staffSessions)
    .set({ expiresAt: soon })
    .where(and(eq(staffSessions.id, sessionId), gt(staffSessions.expiresAt, soon)));
}

/** Records that the person of a session has entered their password or used a passkey again. */
export async function noteAuthentication(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  sessionId: string,
): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ authenticatedAt: new Date(clock()) })
    .where(eq(staffSessions.id, sessionId));
}

/** Ends all sessions of a person, including those of sign-ins in progress, and revokes unused sign-in links. */
export async function endAllSessions(tx: Queryable, staffId: string): Promise<void> {
  await tx
    .update(staff)
    .set({ sessionVersion: sql`${staff.sessionVersion} + 1` })
    .where(eq(staff.id, staffId));
  await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
  await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId));
}

/** Ends all sessions of a person but one, including those of sign-ins in progress, and revokes unused sign-in links. */
export async function endOtherSessions(
  tx: Queryable,
  { staffId, kept }: { staffId: string; kept: string },
): Promise<void> {
  await tx
    .update(staff)
    .set({ signInVersion: sql`${staff.signInVersion} + 1` })
    .where(eq(staff.id, staffId));
  await tx.delete(staffSessions).where(and(eq(staffSessions.staffId, staffId), ne(staffSessions.id, kept)));
  await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId));
}

/** Records activity in a session, at most once a minute and without waiting for it. */
export function noteActivity(
  { db, clock, log }: Pick<DeskContext, 'db' | 'clock' | 'log'>,
  { id, activeAt }: { id: string; activeAt: Date },
): void {
  const now = clock();
  if (!isActivityDue(activeAt, now)) return;
  db.update(staffSessions)
    .set({ activeAt: new Date(now) })
    .where(and(eq(staffSessions.id, id), lt(staffSessions.activeAt, new Date(now))))
    .catch((error: unknown) => log.warn({ error }, 'what was done in a session could not be noted'));
}
