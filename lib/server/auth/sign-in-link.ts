import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, exists, gt, isNull, lt, notExists, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Staff, signInLinks, staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { hashPassword } from '#shared/password/password.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { lockPerson } from './lock-person.ts';
import { removeAllPasskeys } from './passkeys/remove-all-passkeys.ts';
import { inLane } from './password/sign-in-lanes.ts';
import { isSafePassword } from './safe-password.ts';
import { auditSignIn } from './session/audit-sign-in.ts';
import { endAllSessions } from './session/sessions.ts';
import type { SignInAnswer } from './session/sign-in-answer.ts';

/** A colleague may be on holiday when the invitation arrives. */
const invitationMs = 7 * dayMs;
const signInMs = 3_600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const creator = alias(staff, 'creator');
const ofCreator = alias(staffLocations, 'of_creator');

/**
 * A link is valid only while the manager who made it is still a manager at every location of its person. A link of the operator
 * has no such manager.
 */
function isValid(db: Queryable, token: string, now: number) {
  const isManager = and(eq(creator.role, 'manager'), isNull(creator.disabledAt));
  const worksThere = db
    .select({ id: ofCreator.staffId })
    .from(ofCreator)
    .where(and(eq(ofCreator.staffId, creator.id), eq(ofCreator.locationId, staffLocations.locationId)));
  const beyondCreator = db
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .where(and(eq(staffLocations.staffId, signInLinks.staffId), notExists(worksThere)));
  const byManager = db
    .select({ id: creator.id })
    .from(creator)
    .where(and(eq(creator.id, signInLinks.createdBy), isManager, notExists(beyondCreator)));
  return and(
    eq(signInLinks.tokenHash, hashOf(token)),
    gt(signInLinks.expiresAt, new Date(now)),
    or(isNull(signInLinks.createdBy), exists(byManager)),
  );
}

interface LinkOf extends Pick<Staff, 'id' | 'passwordHash'> {
  /** The manager who makes it; null for the operator. */
  createdBy: string | null;
}

/**
 * Creates a link that signs a person in once, without a password: within an hour, or within a week for somebody who has no
 * password yet. Revokes the person's earlier links.
 */
export async function createSignInLink(
  tx: Queryable,
  { clock, url }: Pick<DeskContext, 'clock' | 'url'>,
  { id: staffId, passwordHash, createdBy }: LinkOf,
): Promise<{ url: string; expiresAt: Date }> {
  const now = clock();
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + (passwordHash === null ? invitationMs : signInMs));
  // serializes two managers: only the later link is valid
  await lockPerson(tx, staffId);
  await tx.delete(signInLinks).where(lt(signInLinks.expiresAt, new Date(now)));
  await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId));
  await tx.insert(signInLinks).values({ tokenHash: hashOf(token), staffId, createdBy, expiresAt });
  return { url: urlOfLink({ url }, token), expiresAt };
}

export const urlOfLink = ({ url }: Pick<DeskContext, 'url'>, token: string): string =>
  `${url}/sign-in/link?token=${token}`;

/** @returns the link's person; null where the link is not valid */
export async function findSignInLink(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  token: string,
): Promise<Staff | null> {
  const [link] = await db
    .select({ staff })
    .from(signInLinks)
    .innerJoin(staff, eq(staff.id, signInLinks.staffId))
    .where(and(isValid(db, token, clock()), isNull(staff.disabledAt)));
  return link?.staff ?? null;
}

interface LinkSignIn {
  token: string;
  /** The new password, which ends all other sessions and removes all passkeys. Absent: the present one stays. */
  password?: string | undefined;
  browser: Browser;
}

/**
 * Signs in by a link and deletes it. The answer is `wrong` for a link that is unknown, used, expired or of a disabled person.
 * After `unsafePassword` the link can be used again.
 */
export function signInByLink(
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId' | 'url'>,
  { token, password, browser }: LinkSignIn,
): Promise<SignInAnswer> {
  return inLane(browser, async () => {
    const known = await findSignInLink(desk, token);
    // hashed only for a link that is valid: a hash is too expensive to be made for anybody
    if (known && !(await isAcceptable(desk.db, known, password))) return { kind: 'unsafePassword' };
    const passwordHash = known && password !== undefined ? await hashPassword(password) : undefined;
    return desk.db.transaction(async (tx) => {
      // in this order everywhere, the person before the link: otherwise two transactions could wait for each other
      if (known) await lockPerson(tx, known.id);
      const [link] = await tx
        .delete(signInLinks)
        .where(isValid(tx, token, desk.clock()))
        .returning({ staffId: signInLinks.staffId, createdBy: signInLinks.createdBy });
      const person = link && (await takePerson(tx, desk, { ...link, passwordHash }));
      if (person) return { kind: 'signedIn', staff: person };
      const staffId = link?.staffId ?? null;
      await auditSignIn(tx, desk, { action: 'signInFailed', staffId, means: 'link', browser });
      return { kind: 'wrong' };
    });
  });
}

/** A person without a password has to choose one. */
const isAcceptable = async (db: Queryable, person: Staff, password: string | undefined): Promise<boolean> =>
  password === undefined ? person.passwordHash !== null : isSafePassword(db, person, password);

/** @returns the person after the change of the password; undefined if disabled */
async function takePerson(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock' | 'url'>,
  { staffId, createdBy, passwordHash }: { staffId: string; createdBy: string | null; passwordHash: string | undefined },
): Promise<Staff | undefined> {
  const isPerson = and(eq(staff.id, staffId), isNull(staff.disabledAt));
  if (passwordHash !== undefined) {
    const chosen = { passwordHash, passwordBy: createdBy ?? staffId };
    const changed = await tx.update(staff).set(chosen).where(isPerson).returning({ id: staff.id });
    if (changed.length > 0) {
      await endAllSessions(tx, staffId);
      // one may be a thief's, who added it with the former password
      await removeAllPasskeys(tx, desk, { staffId, by: staffId });
    }
  }
  const [person] = await tx.select().from(staff).where(isPerson);
  return person;
}
