import { and, eq, ne, notInArray, or, sql as raw } from 'drizzle-orm';
import { type RfidRequest, withoutLeadingZeros } from '#contracts/v2/rfids.ts';
import type { Sql } from '#platform/db/client.ts';
import { type RfidRow, rfids } from '#platform/db/schema/cards.ts';
import type { Call } from '#platform/services/call.ts';
import { formsOfNumber, readRfid, toStoredRfid } from '#platform/services/members/stored-rfid.ts';

export interface Card extends Pick<RfidRow, 'rfid' | 'isDecimal'> {
  /** Undefined if the sender does not know it: the stored format stays. */
  tagFormat: RfidRow['tagFormat'] | undefined;
}

/** The cards of a request without duplicates, sorted: all transactions lock cards in the same order. */
export function toCards(requests: readonly RfidRequest[]): Card[] {
  return inOrder(
    requests.map(({ rfid, tagFormat }) => ({
      rfid: toStoredRfid(rfid),
      tagFormat: tagFormat ?? null,
      isDecimal: false,
    })),
  );
}

/** The same for a list from the gym interface. */
export const toCardsOfV1 = (sent: readonly string[]): Card[] =>
  inOrder(sent.map((rfid) => ({ ...readRfid(rfid), tagFormat: undefined })));

function inOrder(cards: readonly Card[]): Card[] {
  const once = new Map(cards.toReversed().map((card) => [card.rfid, card]));
  return [...once.values()].sort((one, other) => (one.rfid < other.rfid ? -1 : 1));
}

/** Locks of a chain for the numbers of cards. A list of a thousand cards may not take a thousand locks: PostgreSQL has room for few. */
const numberLocks = 16;

/**
 * Locks the numbers of cards, whatever their leading zeros, until the end of the transaction. Two forms of a number are
 * two rows, so no unique index can keep them from two members. The member is locked before, as by all transactions that take both.
 */
export async function lockNumbers(sql: Sql, { chainId }: Call, cards: readonly Card[]): Promise<void> {
  const numbers = cards.map(({ rfid }) => withoutLeadingZeros(rfid));
  await sql.execute(raw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`cards of ${chainId}`}, place))
    FROM (
      SELECT DISTINCT abs(hashtext(number) % ${numberLocks}) AS place
      FROM unnest(${raw.param(numbers)}::text[]) AS number ORDER BY place
    ) AS places`);
}

/**
 * Assigns cards to a member, in a transaction that has locked their numbers. Other members of the chain who had them, also with other leading zeros where one of both
 * numbers was sent in decimal, lose them. A reassigned card is new: data that machines stored for it belongs to the
 * former holder.
 */
export async function assignCards(sql: Sql, { chainId, clock }: Call, accountId: string, cards: Card[]): Promise<void> {
  if (cards.length === 0) return;
  const createdAt = clock();
  const keepsFormat = cards.every(({ tagFormat }) => tagFormat === undefined);
  const isSameHolder = raw`${rfids.accountId} = excluded.account_id`;
  const isOfOther = and(eq(rfids.chainId, chainId), ne(rfids.accountId, accountId), isInOtherForm(cards));
  const taken = sql.$with('taken').as(sql.delete(rfids).where(isOfOther).returning({ rfid: rfids.rfid }));
  await sql
    .with(taken)
    .insert(rfids)
    .values(cards.map((card) => ({ chainId, accountId, ...card, isFromGymSoftware: true, createdAt })))
    .onConflictDoUpdate({
      target: [rfids.chainId, rfids.rfid],
      set: {
        accountId,
        tagFormat: keepsFormat ? raw`coalesce(excluded.tag_format, ${rfids.tagFormat})` : raw`excluded.tag_format`,
        // a list that was read, in hex, and is sent back changes no card
        isDecimal: raw`excluded.is_decimal OR (${rfids.isDecimal} AND ${isSameHolder})`,
        isFromGymSoftware: true,
        isFromMachine: raw`${rfids.isFromMachine} AND ${isSameHolder}`,
        createdAt: raw`CASE WHEN ${isSameHolder} THEN ${rfids.createdAt} ELSE excluded.created_at END`,
      },
    });
}

/** The cards with the number of one of these in another form, by which a look-up would also find their holder. */
function isInOtherForm(cards: readonly Card[]) {
  const isOneOf = (numbers: string[]) => raw`${rfids.rfid} = ANY(${raw.param(numbers)}::text[])`;
  const shortest = cards.map(({ rfid }) => withoutLeadingZeros(rfid));
  const allForms = cards.filter(({ isDecimal }) => isDecimal).flatMap(({ rfid }) => formsOfNumber(rfid));
  const exact = cards.map(({ rfid }) => rfid);
  return and(notInArray(rfids.rfid, exact), or(and(rfids.isDecimal, isOneOf(shortest)), isOneOf(allForms)));
}
