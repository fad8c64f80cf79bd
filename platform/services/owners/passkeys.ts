import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { type OwnerPasskey, ownerPasskeys, owners } from '#platform/db/schema/owners.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import { consumeChallenge } from '#shared/passkeys/challenge.ts';
import { creationOf, mostPasskeys, type PasskeyCreation, verifyCreated } from '#shared/passkeys/create-passkey.ts';
import { passkeyHostOf, type RelyingParty } from '#shared/passkeys/relying-party.ts';
import type { NewPasskey } from '#shared/webauthn/messages.ts';
import { usedIn } from './accept-passkey.ts';
import { endOtherWaiting, forgetEnrolment } from './enrolment.ts';
import type { OwnerRules } from './rules.ts';
import { isStillOpen, type SignedInOwner } from './sessions.ts';

type Work = Pick<Dependencies, 'db' | 'clock'>;

/** The owner's passkeys, oldest first, also those of a former host name of the platform. */
const listPasskeys = (sql: Sql, { ownerId }: Pick<SignedInOwner, 'ownerId'>): Promise<OwnerPasskey[]> =>
  sql
    .select()
    .from(ownerPasskeys)
    .where(eq(ownerPasskeys.ownerId, ownerId))
    .orderBy(asc(ownerPasskeys.createdAt), asc(ownerPasskeys.id));

/**
 * Those with which the owner can sign in. The host is the platform's own, never the request's: otherwise a request for another
 * name would need no passkey.
 */
export async function listUsablePasskeys(
  sql: Sql,
  { publicUrl }: Pick<OwnerRules, 'publicUrl'>,
  owner: Pick<SignedInOwner, 'ownerId'>,
): Promise<OwnerPasskey[]> {
  const host = passkeyHostOf(publicUrl);
  return (await listPasskeys(sql, owner)).filter(({ rpId }) => rpId === host);
}

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  id: string;
  name: string;
  /** The host name that it belongs to, where the platform has another one now: it signs nobody in. Null for the others. */
  formerHost: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export const signsIn = ({ formerHost }: OwnPasskey): boolean => formerHost === null;

export async function listOwnPasskeys(
  { db, rules }: Work & { rules: OwnerRules },
  owner: SignedInOwner,
): Promise<OwnPasskey[]> {
  const host = passkeyHostOf(rules.publicUrl);
  const rows = await db.read((sql) => listPasskeys(sql, owner));
  return rows.map(({ id, name, rpId, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt,
    lastUsedAt,
    formerHost: rpId === host ? null : rpId,
  }));
}

interface Asked {
  party: RelyingParty;
  challenge: string;
}

/** The question for a new passkey. */
export async function beginPasskey({ db }: Work, owner: SignedInOwner, asked: Asked): Promise<PasskeyCreation> {
  const known = await db.read((sql) => listPasskeys(sql, owner));
  const shown = { program: 'Front Desk', address: owner.email, name: owner.email };
  return creationOf({ ...asked, shown, personId: owner.ownerId, known });
}

interface Answered {
  passkey: NewPasskey | null;
  challenge: string | null;
  party: RelyingParty | null;
  /** The name of the browser, by which the owner recognises the passkey. */
  browser: string | null;
}

type AddedPasskey = 'added' | 'notAccepted' | 'tooMany';

/** Stores a new passkey, unless the session has ended meanwhile: what takes access away locks the owner, too. */
export async function addPasskey(work: Work, owner: SignedInOwner, answered: Answered): Promise<AddedPasskey> {
  const { passkey, challenge, party, browser } = answered;
  const created = passkey && challenge !== null && party && (await verifyCreated({ passkey, challenge, party }));
  if (!created) return 'notAccepted';
  const { ownerId, chainId, passkeyDueAt, session } = owner;
  return work.db.chain(chainId).transaction(async (sql) => {
    await sql.select().from(owners).where(eq(owners.ownerId, ownerId)).for('update'); // two windows
    const now = work.clock();
    if (!(await isStillOpen(sql, session, now))) return 'notAccepted';
    // those of a former host name sign nobody in, and a session that waits for a passkey could not remove them
    const usable = (await listPasskeys(sql, owner)).filter(({ rpId }) => rpId === created.rpId);
    if (usable.length >= mostPasskeys) return 'tooMany';
    if (!(await consumeChallenge(usedIn(sql), challenge, now.getTime()))) return 'notAccepted';
    const added = await sql
      .insert(ownerPasskeys)
      .values({ ...created, ownerId, name: browser ?? 'Passkey', createdAt: now })
      .onConflictDoNothing()
      .returning({ id: ownerPasskeys.id });
    if (added.length === 0) return 'notAccepted';
    await forgetEnrolment(sql, ownerId);
    await endOtherWaiting(sql, { ownerId, passkeyDueAt, kept: session.id });
    return 'added';
  });
}

const isOwn = ({ ownerId }: SignedInOwner, id: string) =>
  and(eq(ownerPasskeys.id, id), eq(ownerPasskeys.ownerId, ownerId));

/** @returns false for a passkey that is not the owner's */
export async function renamePasskey(
  { db }: Work,
  owner: SignedInOwner,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const renamed = await db.transaction((sql) =>
    sql.update(ownerPasskeys).set({ name }).where(isOwn(owner, id)).returning({ id: ownerPasskeys.id }),
  );
  return renamed.length > 0;
}

/** @returns `unknown` for a passkey that is not the owner's, or no more; `lastOne` for the last one where the platform requires one */
export function removePasskey(
  { db, rules }: Work & { rules: OwnerRules },
  owner: SignedInOwner,
  id: string,
): Promise<'removed' | 'unknown' | 'lastOne'> {
  return db.transaction(async (sql) => {
    await sql.select().from(owners).where(eq(owners.ownerId, owner.ownerId)).for('update'); // two windows
    const usable = await listUsablePasskeys(sql, rules, owner);
    if (rules.requiresPasskeys && usable.length === 1 && usable[0]?.id === id) return 'lastOne';
    const removed = await sql.delete(ownerPasskeys).where(isOwn(owner, id)).returning({ id: ownerPasskeys.id });
    return removed.length > 0 ? 'removed' : 'unknown';
  });
}
