import 'server-only';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { markAbsentByName } from '#lib/server/directory/absent.ts';
import { findInDirectory, forgetCard, upsertMember } from '#lib/server/directory/directory.ts';
import { type KnownMember, type Member, memberOf } from '#lib/server/directory/member.ts';
import {
  findAccountByEmail,
  findAccountByMembershipId,
  findAccountByNfc,
  findAccountByRfid,
  readAccount,
} from '#lib/server/gym-api/accounts.ts';
import type { Heard } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, type Unavailable } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import type { Urgency } from '#lib/server/gym-api/rate-limiter.ts';
import type { UnknownReason } from '#lib/wire/verdict.ts';
import type { LookupKey } from './lookup-key.ts';

export type Found =
  /** `unavailable`: the platform could not be asked, and the member is from the desk's own directory. */
  | { kind: 'member'; member: Member; unavailable: Unavailable | null }
  /** The platform could not be asked, and the desk does not know the card either. */
  | { kind: 'unrecognised'; unavailable: Unavailable }
  | { kind: 'unknown'; reason: UnknownReason };

/** Finds a member at the platform, or in the desk's directory while the platform cannot be asked. */
export async function findMember(
  { desk, actor: { location } }: LocationContext,
  { lookupKey, urgency }: { lookupKey: LookupKey; urgency: Urgency },
): Promise<Found> {
  const gym = desk.gymClientOf(location);
  const answer = await askPlatform(gym, lookupKey, urgency);
  const { askedAt } = answer;
  if (answer.ok) return rememberMember(desk, location, lookupKey, answer.value, askedAt);

  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'missing':
      return (
        (await findByBarcode(desk, location, lookupKey, urgency)) ??
        unknown(desk, location, lookupKey, { entity: failure.entity, askedAt })
      );
    case 'unavailable':
      return recall(desk, location, lookupKey, failure);
    case 'rejected':
      // a value that the platform does not accept as a card or an address belongs to no member
      if (failure.status === 400) return unknown(desk, location, lookupKey, { entity: null, askedAt });
      return recall(desk, location, lookupKey, { kind: 'unavailable', because: 'failed', status: failure.status });
    case 'admissionRefused':
      return recall(desk, location, lookupKey, { kind: 'unavailable', because: 'failed', status: 403 });
  }
}

function askPlatform(gym: GymClient, { kind, value }: LookupKey, urgency: Urgency): Promise<Heard<MemberAccount>> {
  switch (kind) {
    case 'rfid':
      return findAccountByRfid(gym, { rfid: value, urgency });
    case 'nfc':
      return findAccountByNfc(gym, { nfc: value, urgency });
    case 'email':
      return findAccountByEmail(gym, { email: value, urgency });
    case 'membershipId':
      return findAccountByMembershipId(gym, { membershipId: value, urgency });
    case 'accountId':
      return readAccount(gym, { accountId: value, urgency });
  }
}

async function rememberMember(
  desk: DeskContext,
  location: Location,
  lookupKey: LookupKey,
  account: MemberAccount,
  askedAt: Date,
): Promise<Found> {
  if (!account.membership) return unknown(desk, location, lookupKey, { entity: 'MEMBERSHIP', askedAt });
  const member = memberOf(account);
  const isRemembered = await upsertMember(desk.db, location.id, member, cardOf(lookupKey), askedAt);
  if (!isRemembered) return unknown(desk, location, lookupKey, { entity: 'ACCOUNT', askedAt });
  return { kind: 'member', member, unavailable: null };
}

async function recall(
  desk: DeskContext,
  location: Location,
  lookupKey: LookupKey,
  unavailable: Unavailable,
): Promise<Found> {
  const member = await recallMember(desk.db, { locationId: location.id, lookupKey });
  return member ? { kind: 'member', member, unavailable } : { kind: 'unrecognised', unavailable };
}

/** A barcode looks like a membership id, but the platform cannot look it up, so the directory is searched. */
async function findByBarcode(
  desk: DeskContext,
  location: Location,
  lookupKey: LookupKey,
  urgency: Urgency,
): Promise<Found | null> {
  if (lookupKey.kind !== 'membershipId') return null;
  const member = await findInDirectory(desk.db, location.id, { kind: 'barcode', value: lookupKey.value });
  return (
    member &&
    findMember({ desk, actor: { location } }, { lookupKey: { kind: 'accountId', value: member.accountId }, urgency })
  );
}

async function unknown(
  desk: DeskContext,
  location: Location,
  lookupKey: LookupKey,
  { entity, askedAt }: { entity: string | null; askedAt: Date },
): Promise<Found> {
  const card = cardOf(lookupKey);
  if (card) await forgetCard(desk.db, location.id, card, askedAt);
  const isGone = entity === 'ACCOUNT' || entity === 'MEMBERSHIP';
  if (isGone && lookupKey.kind === 'accountId') {
    await markAbsentByName(desk.db, location.id, lookupKey.value, askedAt);
  }
  return {
    kind: 'unknown',
    reason: entity === 'MEMBERSHIP' ? { code: 'membershipMissing' } : unknownBy(lookupKey),
  };
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
  const known = await findInDirectory(db, locationId, lookupKey);
  if (known || lookupKey.kind !== 'membershipId') return known;
  return findInDirectory(db, locationId, { kind: 'barcode', value: lookupKey.value });
}
