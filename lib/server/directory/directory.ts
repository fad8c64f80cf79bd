import 'server-only';
import { and, eq, getTableColumns, gt, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { findForgotten, holdForgetting } from '#lib/server/base/forgotten.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { inBatches } from '#lib/server/db/in-batches.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { searchNameOf } from '#lib/wire/names/search-text.ts';
import { aheadFrom } from '#shared/database/ahead.ts';
import { corporateType, type KnownMember, type Member } from './member.ts';

interface ScannableCard {
  kind: 'rfid' | 'nfc';
  value: string;
}

/** What a member can be found by in the directory. */
type DirectoryKey = ScannableCard | { kind: 'email' | 'membershipId' | 'barcode' | 'accountId'; value: string };

const {
  locationId: _,
  syncedAt: __,
  searchName: ___,
  changedAt: ____,
  homeAt: _____,
  knownSince: ______,
  absentAt: _______,
  isAbsentByName: ________,
  refusedAt: _________,
  ...columns
} = getTableColumns(members);
export const memberColumns = columns;

/** The columns of a {@link KnownMember}, for a query joined with photos on {@link isPhotoOfMember}. */
export const knownMemberColumns = { ...memberColumns, photoVersion: photos.version };
export const isPhotoOfMember = and(eq(photos.locationId, members.locationId), eq(photos.accountId, members.accountId));

/**
 * The name of the home gym of a member of another gym, as a column of a query of members. Null for members of this location, and
 * where it is unknown. Matched by membership, as one person may be a member of two chains.
 */
export const homeGymOf = (locationId: string | Placeholder): SQL<string | null> => sql<string | null>`
  case when ${members.homeAt} is null then (
    select gym.name from locations gym join members home on home.location_id = gym.id
    where gym.id <> ${locationId} and gym.retired_at is null
      and home.account_id = ${members.accountId} and home.membership_id = ${members.membershipId}
      and home.home_at is not null
      and exists (select 1 from directory_syncs own where own.location_id = ${locationId} and own.homes_read_at is not null)
    order by home.home_at desc limit 1
  ) end`;

export async function findInDirectory(
  db: Queryable,
  { locationId, key }: { locationId: string; key: DirectoryKey },
): Promise<KnownMember | null> {
  const here = eq(members.locationId, locationId);
  switch (key.kind) {
    case 'rfid':
    case 'nfc': {
      const card = isCard(locationId, { kind: key.kind, value: key.value });
      const held = and(eq(cards.locationId, members.locationId), eq(cards.accountId, members.accountId));
      const [found] = await selectKnown(db).innerJoin(cards, held).where(card);
      return found ?? null;
    }
    case 'email':
      return findOne(db, and(here, eq(members.email, key.value.toLowerCase())));
    case 'membershipId':
    case 'barcode':
    case 'accountId':
      return findOne(db, and(here, eq(members[key.kind], key.value)));
  }
}

/**
 * Whether the directory has a member. Blocks forgetting until the transaction ends, so that no row about the member is written
 * after they have been forgotten.
 */
export async function isKnown(tx: Queryable, { locationId, accountId }: MemberKey): Promise<boolean> {
  await holdForgetting(tx, locationId);
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  return (await tx.$count(members, isMember)) > 0;
}

const selectKnown = (db: Queryable) =>
  db.select(knownMemberColumns).from(members).leftJoin(photos, isPhotoOfMember).$dynamic();

/** Null where several members match, as with a barcode that was printed twice. */
async function findOne(db: Queryable, where: ReturnType<typeof and>): Promise<KnownMember | null> {
  const found = await selectKnown(db).where(where).limit(2);
  return found.length === 1 && found[0] ? found[0] : null;
}

interface FetchedMember {
  locationId: string;
  member: Member;
  /** The card by which the member was looked up. */
  card?: ScannableCard | null;
  /** When the platform was asked. */
  askedAt: Date;
}

/**
 * Stores a member, and the card, as the platform returned them. Data from a later request is kept.
 * @returns false where the member was forgotten after the request, and is not stored
 */
export async function upsertMember(
  db: Queryable,
  { locationId, member, card, askedAt }: FetchedMember,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const forgotten = await findForgotten(tx, { locationId, accountIds: [member.accountId], since: askedAt });
    if (forgotten.size > 0) return false;
    await storeMember(tx, { locationId, member, card, askedAt });
    return true;
  });
}

/** The same by one statement, in a transaction that blocks forgetting, for a member who was not forgotten after the request. */
export async function storeMember(tx: Queryable, { locationId, member, card, askedAt }: FetchedMember): Promise<void> {
  if (!card) return insertMembers(tx, { locationId, members: [member], askedAt });
  const { accountId } = member;
  const heldCard = tx.$with('held_card').as(
    tx
      .insert(cards)
      .values({ locationId, ...card, accountId, syncedAt: askedAt })
      .onConflictDoUpdate({
        target: [cards.locationId, cards.kind, cards.value],
        set: { accountId, syncedAt: askedAt },
        setWhere: isNotNewerThan(askedAt),
      })
      .returning({ accountId: cards.accountId }),
  );
  await insertMembers(tx.with(heldCard), { locationId, members: [member], askedAt });
}

interface FetchedMembers {
  locationId: string;
  /** Each account at most once. */
  members: readonly Member[];
  /** When the platform was asked. */
  askedAt: Date;
  /** If the members are in the order of their changes: the time of the first one; each of the following gets an earlier time. */
  changedFrom?: Date;
}

/** Stores members as the platform returned them, except those forgotten after the request. Data from a later request is kept. */
export async function upsertMembers(db: Queryable, fetched: FetchedMembers): Promise<void> {
  if (fetched.members.length === 0) return;
  await db.transaction((tx) => upsertAll(tx, fetched));
}

async function upsertAll(tx: Queryable, { members: fetched, ...read }: FetchedMembers): Promise<void> {
  const { locationId, askedAt } = read;
  const accountIds = fetched.map(({ accountId }) => accountId);
  const forgotten = await findForgotten(tx, { locationId, accountIds, since: askedAt });
  const kept = fetched.filter(({ accountId }) => !forgotten.has(accountId));
  if (kept.length > 0) await insertMembers(tx, { ...read, members: kept });
}

async function insertMembers(
  into: Pick<Queryable, 'insert'>,
  { locationId, members: kept, askedAt, changedFrom }: FetchedMembers,
): Promise<void> {
  const changedAt = (index: number) => (changedFrom ? new Date(changedFrom.getTime() - index) : askedAt);
  // a list may contain members about whom a look-up is refused
  const set = changedFrom ? { changedAt: sql`excluded.changed_at` } : { refusedAt: refusedSince };
  const rows = kept.map((member, index) => ({
    ...member,
    searchName: searchNameOf(member),
    locationId,
    syncedAt: askedAt,
    changedAt: changedAt(index),
    knownSince: askedAt,
  }));
  for (const batch of inBatches(rows)) {
    await into
      .insert(members)
      .values(batch)
      .onConflictDoUpdate({
        target: [members.locationId, members.accountId],
        set: { ...syncedValues, corporateStart: corporateStartSince, ...present, ...set },
        setWhere: sql`${members.syncedAt} <= excluded.synced_at`,
      });
  }
}

/** The refusal, unless the member is returned by a request that was sent after it. */
const refusedSince = sql`case when ${members.refusedAt} > excluded.synced_at then ${members.refusedAt} end`;

/** What the platform's clock may be ahead of the desk's, and a list may take. */
const longestAheadMin = 5;

/** The platform returns the start of a corporate contract only until then, by its own clock: one that has passed stays known. */
const corporateStartSince = sql`case
  when excluded.corporate_start is null and excluded.membership_type = ${corporateType} and ${members.membershipType} = ${corporateType}
    and ${members.corporateStart} <= excluded.synced_at + ${longestAheadMin} * interval '1 minute'
  then ${members.corporateStart} else excluded.corporate_start end`;

/** The columns of a member who is not absent. */
export const present = { absentAt: null, isAbsentByName: false };

const syncedValues = Object.fromEntries(
  [...Object.keys(memberColumns), 'searchName', 'syncedAt'].map((column) => [
    column,
    sql`excluded.${sql.identifier(toSnakeCase(column))}`,
  ]),
);

/** SQL condition: the row of a card at a location. */
const isCard = (locationId: string, { kind, value }: ScannableCard) =>
  and(eq(cards.locationId, locationId), eq(cards.kind, kind), eq(cards.value, value));

/** SQL condition: the card was not stored after `at`; or its time lies in the future, because the clock was set back since. */
const isNotNewerThan = (at: Date) => or(lte(cards.syncedAt, at), gt(cards.syncedAt, aheadFrom(at)));

/**
 * Deletes a card that the platform does not know any more, so that it admits no member while the platform is unreachable.
 * @param askedAt when the platform was asked, where its answer is the reason: a card stored later is kept
 */
export async function forgetCard(
  db: Queryable,
  { locationId, card, askedAt }: { locationId: string; card: ScannableCard; askedAt?: Date },
): Promise<void> {
  await db.delete(cards).where(and(isCard(locationId, card), askedAt && isNotNewerThan(askedAt)));
}

/**
 * Keeps a member from being judged by the directory alone: the platform, asked at `askedAt`, refused to answer about them. A card
 * by which it was asked has to be looked up again itself, as it may be another member's by now.
 */
export async function markRefused(
  db: Queryable,
  { locationId, accountId, card, askedAt }: MemberKey & { card: ScannableCard | null; askedAt: Date },
): Promise<void> {
  await db
    .update(members)
    .set({ refusedAt: askedAt })
    .where(and(eq(members.locationId, locationId), eq(members.accountId, accountId), lte(members.syncedAt, askedAt)));
  if (!card) return;
  await db
    .update(cards)
    .set({ syncedAt: new Date(0) })
    .where(and(isCard(locationId, card), isNotNewerThan(askedAt)));
}
