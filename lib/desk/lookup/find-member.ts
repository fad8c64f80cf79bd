import 'server-only';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import type { Desk } from '#lib/desk/base/desk.ts';
import { findInDirectory, forgetCard, forgetMembers, learn } from '#lib/desk/directory/directory.ts';
import { type KnownMember, type Member, memberOf } from '#lib/desk/directory/member.ts';
import {
  findAccountByEmail,
  findAccountByMembershipId,
  findAccountByNfc,
  findAccountByRfid,
  readAccount,
} from '#lib/gym-api/accounts.ts';
import type { GymAnswer } from '#lib/gym-api/answer.ts';
import { troubleOf, type Unavailable } from '#lib/gym-api/errors.ts';
import type { Urgency } from '#lib/gym-api/pacer.ts';
import type { Transport } from '#lib/gym-api/transport.ts';
import type { UnknownReason } from '#lib/wire/verdict.ts';
import type { Question } from './question.ts';

export type Found =
  /** `unavailable`: the platform could not be asked, the desk's own directory knows the member. */
  | { kind: 'member'; member: Member; unavailable: Unavailable | null }
  /** The platform could not be asked, and the desk does not know the card either. */
  | { kind: 'unrecognised'; unavailable: Unavailable }
  | { kind: 'unknown'; reason: UnknownReason };

/** Finds a member: at the platform, and where it cannot be asked, in what the desk remembers. */
export async function findMember(desk: Desk, location: Location, question: Question, urgency: Urgency): Promise<Found> {
  const gym = desk.gymOf(location);
  const askedAt = new Date(desk.clock());
  const answer = await ask(gym, question, urgency);
  if (answer.ok) return welcome(desk, location, question, answer.value, askedAt);

  const trouble = troubleOf(answer.problem);
  switch (trouble.kind) {
    case 'missing':
      return (
        (await findByBarcode(desk, location, question, urgency)) ?? unknown(desk, location, question, trouble.entity)
      );
    case 'unavailable':
      return recall(desk, location, question, trouble);
    case 'rejected':
      // what the platform does not accept as a card or an address is nobody's
      if (trouble.status === 400) return unknown(desk, location, question, null);
      return recall(desk, location, question, { kind: 'unavailable', because: 'failed', status: trouble.status });
    case 'admissionRefused':
      return recall(desk, location, question, { kind: 'unavailable', because: 'failed', status: 403 });
  }
}

function ask(gym: Transport, { kind, value }: Question, urgency: Urgency): Promise<GymAnswer<MemberAccount>> {
  switch (kind) {
    case 'rfid':
      return findAccountByRfid(gym, value, urgency);
    case 'nfc':
      return findAccountByNfc(gym, value, urgency);
    case 'email':
      return findAccountByEmail(gym, value, urgency);
    case 'membershipId':
      return findAccountByMembershipId(gym, value, urgency);
    case 'accountId':
      return readAccount(gym, value, urgency);
  }
}

async function welcome(
  desk: Desk,
  location: Location,
  question: Question,
  account: MemberAccount,
  askedAt: Date,
): Promise<Found> {
  if (!account.membership) return unknown(desk, location, question, 'MEMBERSHIP');
  const member = memberOf(account);
  const isRemembered = await learn(desk.db, location.id, member, cardOf(question), askedAt);
  if (!isRemembered) return unknown(desk, location, question, 'ACCOUNT');
  return { kind: 'member', member, unavailable: null };
}

async function recall(desk: Desk, location: Location, question: Question, unavailable: Unavailable): Promise<Found> {
  const member = await recallMember(desk.db, location.id, question);
  return member ? { kind: 'member', member, unavailable } : { kind: 'unrecognised', unavailable };
}

/** A barcode looks like a membership id, but the platform cannot be asked for one. */
async function findByBarcode(
  desk: Desk,
  location: Location,
  question: Question,
  urgency: Urgency,
): Promise<Found | null> {
  if (question.kind !== 'membershipId') return null;
  const member = await findInDirectory(desk.db, location.id, { kind: 'barcode', value: question.value });
  return member && findMember(desk, location, { kind: 'accountId', value: member.accountId }, urgency);
}

async function unknown(desk: Desk, location: Location, question: Question, entity: string | null): Promise<Found> {
  const card = cardOf(question);
  if (card) await forgetCard(desk.db, location.id, card);
  const isGone = entity === 'ACCOUNT' || entity === 'MEMBERSHIP';
  if (isGone && question.kind === 'accountId') await forgetMembers(desk.db, location.id, [question.value]);
  return {
    kind: 'unknown',
    reason: entity === 'MEMBERSHIP' ? { code: 'membershipMissing' } : unknownReasons[question.kind],
  };
}

const unknownReasons: Record<Question['kind'], UnknownReason> = {
  rfid: { code: 'cardUnknown' },
  nfc: { code: 'passUnknown' },
  email: { code: 'emailUnknown' },
  membershipId: { code: 'membershipIdUnknown' },
  accountId: { code: 'membershipMissing' },
};

function cardOf({ kind, value }: Question): { kind: 'rfid' | 'nfc'; value: string } | null {
  return kind === 'rfid' || kind === 'nfc' ? { kind, value } : null;
}

/** Whom the desk remembers under what was scanned. A barcode looks like a membership id. */
export async function recallMember(db: Queryable, locationId: string, question: Question): Promise<KnownMember | null> {
  const known = await findInDirectory(db, locationId, question);
  if (known || question.kind !== 'membershipId') return known;
  return findInDirectory(db, locationId, { kind: 'barcode', value: question.value });
}
