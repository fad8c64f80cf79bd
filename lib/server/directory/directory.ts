import 'server-only';
import { and, eq, getTableColumns, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { findForgotten, holdForgetting } from '#lib/server/base/forgotten.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { searchNameOf } from '#lib/wire/names/search-text.ts';
import { aheadFrom } from '#shared/database/ahead.ts';
import type { KnownMember, Member } from './member.ts';

/** What a member can be found by in what the desk remembers. */
type DirectoryKey =
  | { kind: 'rfid' | 'nfc'; value: string }
  | { kind: 'email' | 'membershipId' | 'barcode' | 'accountId'; value: string };

const {
  locationId: _,
  syncedAt: __,
  searchName: ___,
  changedAt: ____,
  homeAt: _____,
  knownSince: ______,
  absentAt: _______,
  isAbsentByName: ________,
  ...columns
} = getTableColumns(members);
export const memberColumns = columns;

/** What a {@link KnownMember} is read from, together with {@link isPhotoOfMember}. */
export const knownMemberColumns = { ...memberColumns, photoVersion: photos.version };
export const isPhotoOfMember = and(eq(photos.locationId, members.locationId), eq(photos.accountId, members.accountId));

/**
 * The name of the location that a member of this one belongs to, as a column of a query whose rows are members. Null for the
 * location's own, and where the desk does not know. By the same membership: one person may be a member of two chains.
 */
export const homeGymOf = (locationId: string): SQL<string | null> => sql<string | null>`
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
  locationId: string,
  key: DirectoryKey,
): Promise<KnownMember | null> {
  const here = eq(members.locationId, locationId);
  switch (key.kind) {
    case 'rfid':
    case 'nfc': {
      const card = and(eq(cards.locationId, locationId), eq(cards.kind, key.kind), eq(cards.value, key.value));
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
 * Whether the directory has a member. Nobody is forgotten from here to the end of the transaction: what it writes of the
 * member goes when the member does.
 */
export async function isKnown(tx: Queryable, locationId: string, accountId: string): Promise<boolean> {
  await holdForgetting(tx, locationId);
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  return (await tx.$count(members, isMember)) > 0;
}

const selectKnown = (db: Queryable) =>
  db.select(knownMemberColumns).from(members).leftJoin(photos, isPhotoOfMember).$dynamic();

/** A barcode may be printed twice; then it names nobody. */
async function findOne(db: Queryable, where: ReturnType<typeof and>): Promise<KnownMember | null> {
  const found = await selectKnown(db).where(where).limit(2);
  return found.length === 1 && found[0] ? found[0] : null;
}

/**
 * Remembers what the platform said of a member, and the card by which it was asked. `at` is the moment it was asked.
 * @returns whether the member was remembered: nobody is who was forgotten since
 */
export async function upsertMember(
  db: Queryable,
  locationId: string,
  member: Member,
  card: { kind: 'rfid' | 'nfc'; value: string } | null,
  at: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { length } = await rememberAll(tx, locationId, [member], at);
    if (length === 0) return false;
    if (!card) return true;
    await tx
      .insert(cards)
      .values({ locationId, ...card, accountId: member.accountId, syncedAt: at })
      .onConflictDoUpdate({
        target: [cards.locationId, cards.kind, cards.value],
        set: { accountId: member.accountId, syncedAt: at },
        setWhere: isOfBefore(at),
      });
    return true;
  });
}

/**
 * Remembers many members, each named once, but for those who were forgotten since. `at` is the moment the platform was
 * asked: what it said later to somebody else stays.
 * @param changedFrom given where they were changed in this order: the first one then, each next one a little earlier
 */
export async function upsertMembers(
  db: Queryable,
  locationId: string,
  synced: readonly Member[],
  at: Date,
  changedFrom?: Date,
): Promise<void> {
  await db.transaction((tx) => rememberAll(tx, locationId, synced, at, changedFrom));
}

/** @returns who was remembered */
async function rememberAll(
  tx: Queryable,
  locationId: string,
  synced: readonly Member[],
  at: Date,
  changedFrom?: Date,
): Promise<readonly Member[]> {
  const accountIds = synced.map(({ accountId }) => accountId);
  const forgotten = await findForgotten(tx, { locationId, accountIds, since: at });
  const remembered = synced.filter(({ accountId }) => !forgotten.has(accountId));
  if (remembered.length === 0) return [];
  const changedAt = (index: number) => (changedFrom ? new Date(changedFrom.getTime() - index) : at);
  await tx
    .insert(members)
    .values(
      remembered.map((member, index) => ({
        ...member,
        searchName: searchNameOf(member),
        locationId,
        syncedAt: at,
        changedAt: changedAt(index),
        knownSince: at,
      })),
    )
    .onConflictDoUpdate({
      target: [members.locationId, members.accountId],
      set: { ...syncedValues, ...present, ...(changedFrom && { changedAt: sql`excluded.changed_at` }) },
      setWhere: sql`${members.syncedAt} <= excluded.synced_at`,
    });
  return remembered;
}

/** Of a member who is not absent. */
export const present = { absentAt: null, isAbsentByName: false };

const syncedValues = Object.fromEntries(
  [...Object.keys(memberColumns), 'searchName', 'syncedAt'].map((column) => [
    column,
    sql`excluded.${sql.identifier(toSnakeCase(column))}`,
  ]),
);

/** What was said of a card later stays, unless its time is of a clock that was set back since. */
const isOfBefore = (at: Date) => or(lte(cards.syncedAt, at), gt(cards.syncedAt, aheadFrom(at)));

/**
 * The platform knows this card no longer, so nobody is let in by it unconfirmed either.
 * @param askedAt given where an answer says so: when it was asked for
 */
export async function forgetCard(
  db: Queryable,
  locationId: string,
  card: { kind: 'rfid' | 'nfc'; value: string },
  askedAt?: Date,
): Promise<void> {
  const isCard = and(eq(cards.locationId, locationId), eq(cards.kind, card.kind), eq(cards.value, card.value));
  await db.delete(cards).where(and(isCard, askedAt && isOfBefore(askedAt)));
}
