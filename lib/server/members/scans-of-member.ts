import 'server-only';
import { and, eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';
import type { ScannedCard } from '#lib/wire/verdict.ts';
import { isTapOfHolder, isVisitOfHolder } from './held-by-another.ts';

/**
 * The values with which the member may have been scanned, or typed in at the counter. A membership id, a barcode or an address that another
 * member here has too is left out, because it identifies neither of them.
 */
export async function readScans(tx: Queryable, { locationId, accountId }: MemberKey): Promise<ScannedCard[]> {
  const [member] = await tx
    .select({ email: members.email, membershipId: members.membershipId, barcode: members.barcode })
    .from(members)
    .where(and(eq(members.locationId, locationId), eq(members.accountId, accountId)));
  const held: ScannedCard[] = await tx
    .select({ kind: cards.kind, value: cards.value })
    .from(cards)
    .where(and(eq(cards.locationId, locationId), eq(cards.accountId, accountId)));
  if (!member) return held;
  const { email, membershipId, barcode } = member;
  const written = [membershipId, barcode, email].filter((value) => value !== null);
  const others = await findOthers(tx, { locationId, accountId, written });
  return [
    ...held,
    ...written
      .filter((value) => !others.has(value))
      .map((value) => ({ kind: value === email ? ('email' as const) : ('membershipId' as const), value })),
  ];
}

/** Of a member's former scans those whose value no other member here has now. */
export async function withoutThoseOfOthers(
  tx: Queryable,
  { locationId, accountId, scans }: MemberKey & { scans: readonly ScannedCard[] },
): Promise<ScannedCard[]> {
  const values = scans.map(({ value }) => value);
  if (values.length === 0) return [];
  const held = await tx
    .select({ value: cards.value })
    .from(cards)
    .where(and(eq(cards.locationId, locationId), ne(cards.accountId, accountId), inArray(cards.value, values)));
  const others = await findOthers(tx, { locationId, accountId, written: values });
  const taken = new Set([...held.map(({ value }) => value), ...others]);
  return scans.filter(({ value }) => !taken.has(value));
}

interface Written extends MemberKey {
  written: readonly string[];
}

/** The values that another member has as well. */
async function findOthers(tx: Queryable, { locationId, accountId, written }: Written): Promise<ReadonlySet<string>> {
  const { membershipId, barcode, email } = members;
  const isWritten = or(...[membershipId, barcode, email].map((column) => inArray(column, [...written])));
  const others = await tx
    .select({ membershipId, barcode, email })
    .from(members)
    .where(and(eq(members.locationId, locationId), ne(members.accountId, accountId), isWritten));
  return new Set(others.flatMap((other) => Object.values(other).filter((value) => value !== null)));
}

/**
 * SQL condition: the visits of a member, also unresolved ones that were recorded by one of their scans. Without those that the directory
 * alone took for theirs, by a card that another member has by now.
 */
export function isVisitOf({
  locationId,
  accountId,
  scans,
}: MemberKey & { scans: readonly ScannedCard[] }): SQL | undefined {
  const isScanned = scans.map(({ kind, value }) =>
    and(isNull(visits.accountId), eq(visits.scannedKind, kind), isText(visits.scannedValue, value)),
  );
  const isOwn = and(eq(visits.accountId, accountId), not(sql`(${isVisitOfHolder()})`));
  return and(eq(visits.locationId, locationId), or(isOwn, ...isScanned));
}

interface TapsOfMember extends MemberKey {
  scans: readonly ScannedCard[];
  /** Of the member's visits. */
  tapIds: readonly string[];
}

/**
 * SQL condition: the stored answers to taps of a member, also to unresolved ones of their scans: a card may have been another member's,
 * or be it by now.
 */
export function isTapOf({ locationId, accountId, scans, tapIds }: TapsOfMember): SQL | undefined {
  const answered = sql`${taps.answer} ->> 'accountId'`;
  const scanned = sql`${taps.answer} -> 'scanned' ->> 'text'`;
  const isShown = scans.map(({ kind, value }) =>
    and(isNull(answered), isText(scanned, kind === 'rfid' ? displayCardNumber(value) : value)),
  );
  return and(
    eq(taps.locationId, locationId),
    or(and(eq(answered, accountId), not(sql`(${isTapOfHolder()})`)), inArray(taps.tapId, [...tapIds]), ...isShown),
  );
}

/** SQL condition: the refusals of a member, also of a card that was not known to be theirs at the time. */
export const isRefusalOf = ({ locationId, accountId, tapIds }: MemberKey & { tapIds: readonly string[] }) =>
  and(
    eq(refusals.locationId, locationId),
    or(eq(refusals.accountId, accountId), inArray(refusals.visitTapId, [...tapIds])),
  );

interface EntriesOfMember {
  locationId: string;
  /** The account id, and the pseudonyms where they count too. */
  names: readonly string[];
  /** Of the member's visits. */
  tapIds: readonly string[];
}

/** SQL condition: the entries of the audit log about a member, also those about a visit before it was known to be theirs. */
export const isEntryOf = ({ locationId, names, tapIds }: EntriesOfMember) =>
  and(
    eq(auditLog.locationId, locationId),
    or(inArray(auditLog.accountId, [...names]), and(isNull(auditLog.accountId), inArray(auditLog.tapId, [...tapIds]))),
  );

const isText = (column: SQL | typeof visits.scannedValue, value: string) =>
  sql`lower(${column}) = ${value.toLowerCase()}`;
