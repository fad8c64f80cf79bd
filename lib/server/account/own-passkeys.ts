import 'server-only';
import { and, eq, gte, ne } from 'drizzle-orm';
import { auditOwn } from '#lib/server/auth/audit-own.ts';
import { readBrowserName, readClientAddress } from '#lib/server/auth/browser/browser.ts';
import type { SignedIn } from '#lib/server/auth/load-staff.ts';
import { lockPerson } from '#lib/server/auth/lock-person.ts';
import { consumeChallenge, issueChallenge, readChallenge } from '#lib/server/auth/passkeys/challenge.ts';
import { forgetEnrolment } from '#lib/server/auth/passkeys/enrolment.ts';
import { isPasskeyRequired, isUsable, lacksPasskey, readPasskeys } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { requireRelyingParty } from '#lib/server/auth/passkeys/relying-party.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { isOpenSession } from '#lib/server/auth/session/sessions.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { staff, staffPasskeys, staffSessions } from '#lib/server/db/schema/staff.ts';
import type {
  AddPasskeyInput,
  AddPasskeyOutcome,
  OwnPasskey,
  RemovePasskeyInput,
  RemovePasskeyOutcome,
  RenamePasskeyInput,
} from '#lib/wire/passkeys.ts';
import { creationOf, mostPasskeys, type PasskeyCreation, verifyCreated } from '#shared/passkeys/create-passkey.ts';

export async function listOwnPasskeys({ desk, staff: person }: SignedIn): Promise<OwnPasskey[]> {
  const rows = await readPasskeys(desk.db, person.id);
  return rows.map(({ id, rpId, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    formerHost: isUsable(desk, { rpId }) ? null : rpId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

const purposeOf = ({ session }: SignedIn) => ({ kind: 'addPasskey', of: session.id }) as const;

/**
 * The question for a new passkey.
 * @throws ActionFailure `conflict` at an address of the desk without passkeys
 */
export async function beginPasskey(context: Reauthenticated<SignedIn>): Promise<PasskeyCreation> {
  const { desk, staff: person } = context;
  const party = await requireRelyingParty(desk);
  const known = await readPasskeys(desk.db, person.id);
  const challenge = await issueChallenge(desk, purposeOf(context));
  const shown = { program: 'Front Desk', address: person.email, name: person.name };
  return creationOf({ party, challenge, shown, personId: person.id, known });
}

/**
 * Stores a new passkey, named after the browser that made it.
 * @throws ActionFailure `signedOut` where the session has ended meanwhile
 */
export async function addPasskey(context: SignedIn, { passkey }: AddPasskeyInput): Promise<AddPasskeyOutcome> {
  const { desk, staff: person } = context;
  const party = await requireRelyingParty(desk);
  const challenge = await readChallenge(desk, purposeOf(context), passkey);
  const created = challenge === null ? null : await verifyCreated({ passkey, challenge, party });
  if (challenge === null || !created) return { kind: 'notAccepted' };
  const name = ((await readBrowserName()) ?? 'Passkey').slice(0, 60);
  const clientAddress = await readClientAddress();
  return desk.db.transaction(async (tx) => {
    await lockPerson(tx, person.id);
    await requireOpenSession(tx, context);
    const usable = (await readPasskeys(tx, person.id)).filter((own) => isUsable(desk, own));
    if (usable.length >= mostPasskeys) return { kind: 'tooMany' };
    if (!(await consumeChallenge(tx, desk, challenge))) return { kind: 'notAccepted' };
    const added = await tx
      .insert(staffPasskeys)
      .values({ ...created, staffId: person.id, name, createdAt: new Date(desk.clock()) })
      .onConflictDoNothing()
      .returning({ id: staffPasskeys.id });
    if (added.length === 0) return { kind: 'notAccepted' };
    await forgetEnrolment(tx, eq(staff.id, person.id));
    await endOtherWaiting(tx, context);
    await auditOwn(tx, context, { action: 'addPasskey', reason: name, clientAddress });
    return { kind: 'added', name };
  });
}

/** @throws ActionFailure `notFound` for a passkey that is not the person's */
export async function renamePasskey(
  context: Reauthenticated<SignedIn>,
  { id, name }: RenamePasskeyInput,
): Promise<null> {
  const clientAddress = await readClientAddress();
  return context.desk.db.transaction(async (tx) => {
    const isOwn = and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, context.staff.id));
    const renamed = await tx.update(staffPasskeys).set({ name }).where(isOwn).returning({ id: staffPasskeys.id });
    if (renamed.length === 0) throw new ActionFailure('notFound', 'There is no such passkey.');
    await auditOwn(tx, context, { action: 'renamePasskey', reason: name, clientAddress });
    return null;
  });
}

/** Removes a passkey, but not the last one where a gym of the person requires one. */
export async function removePasskey(
  context: Reauthenticated<SignedIn>,
  { id }: RemovePasskeyInput,
): Promise<RemovePasskeyOutcome> {
  const { desk, staff: person } = context;
  const clientAddress = await readClientAddress();
  return desk.db.transaction(async (tx) => {
    await lockPerson(tx, person.id);
    const own = await readPasskeys(tx, person.id);
    const removed = own.find((passkey) => passkey.id === id);
    if (!removed) return { kind: 'removed' };
    const usable = own.filter((passkey) => isUsable(desk, passkey));
    const isLast = usable.length === 1 && usable.includes(removed);
    if (isLast && (await isPasskeyRequired(tx, desk, person))) return { kind: 'lastOne' };
    await tx.delete(staffPasskeys).where(eq(staffPasskeys.id, id));
    await auditOwn(tx, context, { action: 'removePasskey', reason: removed.name, clientAddress });
    return { kind: 'removed' };
  });
}

/** Puts off adding a passkey that a gym requires, until the next sign-in; a session that waits for it does not get here. The log says so. */
export async function postponePasskey(context: SignedIn): Promise<null> {
  const { desk, session, staff: person } = context;
  if (session.isPasskeyPostponed || !(await lacksPasskey(desk.db, desk, person))) return null;
  const clientAddress = await readClientAddress();
  return desk.db.transaction(async (tx) => {
    const isThis = eq(staffSessions.id, session.id);
    await tx.update(staffSessions).set({ isPasskeyPostponed: true }).where(isThis);
    await auditOwn(tx, context, { action: 'postponePasskey', clientAddress });
    return null;
  });
}

/**
 * Ends what others may have begun with the password alone: only the session that has added the passkey goes on. Those that began
 * before the end of the period go on, too.
 */
async function endOtherWaiting(tx: Queryable, { session, staff: { id, passkeyDueAt } }: SignedIn): Promise<void> {
  if (passkeyDueAt === null) return;
  const isWaiting = and(eq(staffSessions.isOneFactor, true), gte(staffSessions.startedAt, passkeyDueAt));
  const isOther = and(eq(staffSessions.staffId, id), ne(staffSessions.id, session.id));
  await tx.delete(staffSessions).where(and(isOther, isWaiting));
}

/** What takes access away locks the person, or deletes the session, which has to wait for the end of the transaction then. */
async function requireOpenSession(tx: Queryable, { desk, session, staff: { id, sessionVersion } }: SignedIn) {
  const isPerson = and(eq(staff.id, id), eq(staff.sessionVersion, sessionVersion));
  const [open] = await tx
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .innerJoin(staff, and(eq(staff.id, staffSessions.staffId), isPerson))
    .where(and(eq(staffSessions.id, session.id), isOpenSession(desk.clock())))
    .for('no key update', { of: staffSessions });
  if (!open) throw new ActionFailure('signedOut', 'The session has ended meanwhile.');
}
