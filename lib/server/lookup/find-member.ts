import 'server-only';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { markAbsentByName } from '#lib/server/directory/absent.ts';
import {
  findInDirectory,
  forgetCard,
  markRefused,
  storeMember,
  upsertMember,
} from '#lib/server/directory/directory.ts';
import { type KnownMember, type Member, memberOf } from '#lib/server/directory/member.ts';
import {
  findAccountByEmail,
  findAccountByMembershipId,
  findAccountByNfc,
  findAccountByRfid,
  type Question,
  readAccount,
} from '#lib/server/gym-api/accounts.ts';
import type { DatedAnswer } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, openAfter, type Unavailable } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import type { UnknownReason } from '#lib/wire/verdict.ts';
import type { LookupKey } from './lookup-key.ts';

export type Found =
  /**
   * `unavailable`: the platform could not be asked, and the member is from the desk's own directory.
   * `unstored`: the platform returned the member, and the directory does not have the answer yet.
   * `knownUntil`: the directory, which has all changes until then, answers in place of the platform.
   */
  | { kind: 'member'; member: Member; unavailable: Unavailable | null; unstored: Fetched | null; knownUntil?: Date }
  /** The platform could not be asked, and the desk does not know the card either. */
  | { kind: 'unrecognised'; unavailable: Unavailable }
  /** `accountId`: of a former member, where it is known. `isOfStaff`: the badge of somebody who does not work here any more. */
  | { kind: 'unknown'; reason: UnknownReason; accountId: string | null; isOfStaff?: true };

interface Fetched {
  lookupKey: LookupKey;
  /** When the platform was asked. */
  askedAt: Date;
}

interface NewlyFound {
  member: Member;
  unstored: Fetched;
  isForgotten: boolean;
  isErased: boolean;
}

interface Asked extends Question {
  lookupKey: LookupKey;
}

/** Finds a member at the platform, and stores the answer; or in the desk's directory while the platform cannot be asked. */
export async function findMember(context: LocationContext, asked: Asked): Promise<Found> {
  const found = await askForMember(context, asked);
  if (found.kind !== 'member' || !found.unstored) return found;
  const { lookupKey, askedAt } = found.unstored;
  const { desk, actor } = context;
  const fetched = { locationId: actor.location.id, member: found.member, card: cardOf(lookupKey), askedAt };
  if (await upsertMember(desk.db, fetched)) return { ...found, unstored: null };
  const { accountId } = found.member;
  return unknown(desk.db, actor.location, { lookupKey, entity: 'ACCOUNT', accountId, askedAt });
}

/** The same, and leaves it to the transaction that acts on the answer to store it by {@link storeFound}. */
export async function askForMember(context: LocationContext, { lookupKey, ...question }: Asked): Promise<Found> {
  const {
    desk,
    actor: { location },
  } = context;
  const gym = desk.gymClientOf(location);
  const answer = await askPlatform(gym, { lookupKey, ...question });
  const { askedAt } = answer;
  if (answer.ok) return foundBy(context, { lookupKey, account: answer.value, askedAt });

  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'missing':
      return (
        (await findByBarcode(context, { lookupKey, ...question })) ??
        unknown(desk.db, location, { lookupKey, entity: failure.entity, askedAt })
      );
    case 'unavailable':
      return recall(context, {
        lookupKey,
        unavailable: failure,
        refusedAt: failure.because === 'unreadable' ? askedAt : null,
      });
    case 'rejected':
      // a value that the platform does not accept as a card or an address belongs to no member
      if (failure.status === 400) return unknown(desk.db, location, { lookupKey, entity: null, askedAt });
      return recall(context, { lookupKey, unavailable: openAfter(failure), refusedAt: askedAt });
    case 'admissionRefused':
      return recall(context, { lookupKey, unavailable: openAfter(failure), refusedAt: askedAt });
  }
}

function askPlatform(
  gym: GymClient,
  { lookupKey: { kind, value }, ...question }: Asked,
): Promise<DatedAnswer<MemberAccount>> {
  switch (kind) {
    case 'rfid':
      return findAccountByRfid(gym, { rfid: value, ...question });
    case 'nfc':
      return findAccountByNfc(gym, { nfc: value, ...question });
    case 'email':
      return findAccountByEmail(gym, { email: value, ...question });
    case 'membershipId':
      return findAccountByMembershipId(gym, { membershipId: value, ...question });
    case 'accountId':
      return readAccount(gym, { accountId: value, ...question });
  }
}

async function foundBy(
  { desk, actor: { location } }: LocationContext,
  { account, ...unstored }: Fetched & { account: MemberAccount },
): Promise<Found> {
  const { accountId, membership } = account;
  if (!membership) return unknown(desk.db, location, { ...unstored, entity: 'MEMBERSHIP', accountId });
  return { kind: 'member', member: memberOf(account, location), unavailable: null, unstored };
}

/**
 * Stores the member that the platform returned. The transaction must hold `lockVisitor`.
 * @param isForgotten whether the desk has forgotten the member since the request: then nothing is stored
 * @param isErased whether the member was erased since the request, and not only opted out: then the member counts as unknown
 */
export async function storeFound(
  tx: Queryable,
  location: Location,
  { member, unstored, isForgotten, isErased }: NewlyFound,
): Promise<Extract<Found, { kind: 'unknown' }> | null> {
  const { lookupKey, askedAt } = unstored;
  if (isErased) {
    await forgetCardOf(tx, location, { lookupKey, askedAt });
    // without a mark, for which the mirror's row would have to be locked first: what the directory has of them is newer than the request
    return { kind: 'unknown', accountId: member.accountId, reason: unknownBy(lookupKey) };
  }
  if (!isForgotten) await storeMember(tx, { locationId: location.id, member, card: cardOf(lookupKey), askedAt });
  return null;
}

async function recall(
  { desk, actor: { location } }: LocationContext,
  { lookupKey, unavailable, refusedAt }: { lookupKey: LookupKey; unavailable: Unavailable; refusedAt: Date | null },
): Promise<Found> {
  const locationId = location.id;
  const member = await recallMember(desk.db, { locationId, lookupKey });
  if (member && refusedAt) {
    const { accountId } = member;
    await markRefused(desk.db, { locationId, accountId, card: cardOf(lookupKey), askedAt: refusedAt });
  }
  return member ? { kind: 'member', member, unavailable, unstored: null } : { kind: 'unrecognised', unavailable };
}

/** A barcode looks like a membership id, but the platform cannot look it up, so the directory is searched. */
async function findByBarcode(context: LocationContext, { lookupKey, ...question }: Asked): Promise<Found | null> {
  if (lookupKey.kind !== 'membershipId') return null;
  const { desk, actor } = context;
  const member = await findInDirectory(desk.db, {
    locationId: actor.location.id,
    key: { kind: 'barcode', value: lookupKey.value },
  });
  return member && askForMember(context, { lookupKey: { kind: 'accountId', value: member.accountId }, ...question });
}

async function unknown(
  db: Queryable,
  location: Location,
  { lookupKey, entity, accountId, askedAt }: Fetched & { entity: string | null; accountId?: string },
): Promise<Extract<Found, { kind: 'unknown' }>> {
  const locationId = location.id;
  const isNamed = accountId !== undefined || entity === 'MEMBERSHIP' || lookupKey.kind === 'accountId';
  // the member may be gone, about which the platform is asked. Until then, no other card of theirs counts as a member's either
  const isGone = isNamed || entity === 'ACCOUNT';
  const gone = isGone ? (accountId ?? (await recallMember(db, { locationId, lookupKey }))?.accountId) : undefined;
  if (gone !== undefined) await markAbsentByName(db, { locationId, accountId: gone, askedAt });
  await forgetCardOf(db, location, { lookupKey, askedAt });
  return {
    kind: 'unknown',
    // no account has the card or address any more: it may have been removed from them, or handed on
    accountId: isNamed ? (gone ?? null) : null,
    reason: entity === 'MEMBERSHIP' ? { code: 'membershipMissing' } : unknownBy(lookupKey),
  };
}

async function forgetCardOf(
  db: Queryable,
  { id: locationId }: Location,
  { lookupKey, askedAt }: Fetched,
): Promise<void> {
  const card = cardOf(lookupKey);
  if (card) await forgetCard(db, { locationId, card, askedAt });
}

/** Digits alone may be a card number, so they are not called a membership id. */
const unknownBy = ({ kind, value }: LookupKey): UnknownReason =>
  kind === 'membershipId' && /^[\d,]+$/.test(value) ? { code: 'numberUnknown' } : unknownReasons[kind];

const unknownReasons: Record<LookupKey['kind'], UnknownReason> = {
  rfid: { code: 'cardUnknown' },
  nfc: { code: 'passUnknown' },
  email: { code: 'emailUnknown' },
  membershipId: { code: 'membershipIdUnknown' },
  accountId: { code: 'membershipMissing' },
};

function cardOf({ kind, value }: LookupKey): { kind: 'rfid' | 'nfc'; value: string } | null {
  return kind === 'rfid' || kind === 'nfc' ? { kind, value } : null;
}

/** The member whom the directory has for a scanned value. A barcode looks like a membership id. */
export async function recallMember(
  db: Queryable,
  { locationId, lookupKey }: { locationId: string; lookupKey: LookupKey },
): Promise<KnownMember | null> {
  const known = await findInDirectory(db, { locationId, key: lookupKey });
  if (known || lookupKey.kind !== 'membershipId') return known;
  return findInDirectory(db, { locationId, key: { kind: 'barcode', value: lookupKey.value } });
}
