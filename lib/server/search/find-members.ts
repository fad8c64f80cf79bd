import 'server-only';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { isPhotoOfMember, knownMemberColumns } from '#lib/server/directory/directory.ts';
import type { KnownMember } from '#lib/server/directory/member.ts';
import { lastVisitOf } from '#lib/server/presence/last-visit.ts';
import { isName } from '#lib/wire/names/search-text.ts';
import { commonParts, countMistakes, mayBeMisspelt } from './likeness.ts';
import { readTypedText, type TypedText } from './typed-text.ts';

interface FoundMembers {
  /** The most certain first. */
  members: KnownMember[];
  /** All that the text may mean, also those that are not among them. */
  total: number;
  /** Whether the text is the first one's name, number, address or date of birth, and nobody else's. */
  isExact: boolean;
}

interface FindOptions {
  limit: number;
  /** Where the location is, `yyyy-MM-dd`. */
  today: string;
  /** What the text is the whole number of, where it may be that of a card. */
  cards?: readonly Pick<typeof cards.$inferSelect, 'kind' | 'value'>[];
  /** What else has to hold for a member. */
  only?: SQL | undefined;
}

/** With fewer, it may have been a mistake in the typing. */
const fewSpelt = 8;

/** Among more than these, nobody is told from others by a visit: it takes too long to look each of them up. */
const mostByVisit = 500;

/**
 * Finds members of the directory while somebody types, the most certain first, and among the equally certain who came last:
 * 1. whose name, e-mail address, membership id, barcode, card, phone number or date of birth is the text
 * 2. whose first and last names begin with the words, in any order
 * 3. of whose names any words begin so
 * 4. whose e-mail address, membership id or barcode begins with the text
 * 5. whose names contain the words; whose membership id ends with the digits, or whose phone, card or barcode has them
 * 6. whose names are like them, in case there is a mistake in the typing or an `i` for a `y`
 */
export async function findMembers(
  db: Queryable,
  locationId: string,
  text: string,
  { limit, today, cards: asCards = [], only }: FindOptions,
): Promise<FoundMembers> {
  const typed = readTypedText(text, today);
  const spelt = await findSpelt(db, and(eq(members.locationId, locationId), only), locationId, typed, asCards, limit);
  const alike =
    isName(typed.plain) && mayBeMisspelt(typed.words) && spelt.total < fewSpelt
      ? await findAlike(db, and(eq(members.locationId, locationId), only), typed.words, limit)
      : [];
  const others = alike.filter((accountId) => !spelt.accountIds.includes(accountId));
  return {
    members: await readInOrder(db, locationId, [...spelt.accountIds, ...others].slice(0, limit)),
    total: spelt.total + others.length,
    isExact: spelt.isExact,
  };
}

async function readInOrder(db: Queryable, locationId: string, accountIds: string[]): Promise<KnownMember[]> {
  const found = await db
    .select(knownMemberColumns)
    .from(members)
    .leftJoin(photos, isPhotoOfMember)
    .where(and(eq(members.locationId, locationId), inArray(members.accountId, accountIds)));
  return inOrderOf(accountIds, found);
}

/** Rows of accounts as the accounts are ordered. */
export function inOrderOf<T extends { accountId: string }>(accountIds: readonly string[], rows: readonly T[]): T[] {
  const rowOf = new Map(rows.map((row) => [row.accountId, row]));
  return accountIds.flatMap((accountId) => rowOf.get(accountId) ?? []);
}

interface Spelt extends Pick<FoundMembers, 'total' | 'isExact'> {
  accountIds: string[];
}

async function findSpelt(
  db: Queryable,
  isMeant: SQL | undefined,
  locationId: string,
  typed: TypedText,
  asCards: NonNullable<FindOptions['cards']>,
  limit: number,
): Promise<Spelt> {
  const { email, membershipId, barcode, phone, dateOfBirth, accountId } = members;
  const { plain, words, idEnd, phonePart, cardPart, birthDate } = typed;
  const holdersOf = (isCard: SQL | undefined) =>
    inArray(
      accountId,
      db
        .select({ accountId: cards.accountId })
        .from(cards)
        .where(and(eq(cards.locationId, locationId), isCard)),
    );
  const written = [sql`${email}`, sql`lower(${membershipId})`, sql`lower(${barcode})`];
  const isOneOf = asCards.map(({ kind, value }) => and(eq(cards.kind, kind), eq(cards.value, value)));
  const isHolder = asCards.length === 0 ? undefined : holdersOf(or(...isOneOf));
  const isWritten = or(
    ...written.map((value) => sql`${value} = ${plain}`),
    phonePart === null ? undefined : eq(phone, phonePart),
    birthDate === null ? undefined : eq(dateOfBirth, birthDate),
    isHolder,
    words.length < 2 ? undefined : inArray(sql`replace(${members.searchName}, '  ', ' ')`, ordersOf(words)),
  );
  const startsWritten = or(...written.map((value) => sql`${value} like ${`${literally(plain)}%`}`));
  const startsNames = ofEvery(
    words,
    (word) => sql`(${members.searchName} like ${` ${literally(word)}%`} or ${contains(`  ${word}`)})`,
  );
  const startsWords = ofEvery(words, (word) => contains(` ${word}`));
  const hasPart = or(
    ofEvery(words, contains),
    idEnd === null ? undefined : sql`${membershipId} like ${`%${idEnd}`}`,
    phonePart === null ? undefined : sql`${phone} like ${`%${phonePart}%`}`,
    cardPart === null ? undefined : sql`upper(${barcode}) like ${`%${cardPart}%`}`,
    cardPart === null ? undefined : holdersOf(sql`${cards.value} like ${`%${cardPart}%`}`),
    isHolder,
    birthDate === null ? undefined : eq(dateOfBirth, birthDate),
  );
  const certainty = sql<number>`case when ${isWritten} then 1 when ${startsNames} then 2 when ${startsWords} then 3
    when ${startsWritten} then 4 else 5 end`;
  // told once for each member found: it takes longer than to find them
  const found = db.$with('found').as(
    db
      .select({ accountId, searchName: members.searchName, certainty: certainty.as('certainty') })
      .from(members)
      .where(and(isMeant, or(startsWritten, hasPart)))
      .offset(0),
  );
  const isInPlay = sql`rank() over (order by ${found.certainty}) <= ${limit}
    and count(*) over (partition by ${found.certainty}) <= ${mostByVisit}`;
  const first = await db
    .with(found)
    .select({ accountId: found.accountId, certainty: found.certainty, total: sql<number>`(count(*) over ())::int` })
    .from(found)
    .orderBy(
      found.certainty,
      sql`case when ${isInPlay} then ${lastVisitOf(locationId, found.accountId)} end desc nulls last`,
      asc(found.searchName),
      asc(found.accountId),
    )
    .limit(Math.max(limit, 2));
  return {
    accountIds: first.slice(0, limit).map((member) => member.accountId),
    total: first[0]?.total ?? 0,
    isExact: first[0]?.certainty === 1 && first[1]?.certainty !== 1,
  };
}

/** The words as a name is kept, and with what was typed first at the end: `vogt, lena`. */
const ordersOf = (words: readonly string[]): string[] =>
  words.map((_, index) => [...words.slice(index), ...words.slice(0, index)].map((word) => ` ${word}`).join(''));

/** The database narrows the names down, what is left is compared letter by letter. */
async function findAlike(
  db: Queryable,
  isMeant: SQL | undefined,
  words: readonly string[],
  limit: number,
): Promise<string[]> {
  const { accountId, searchName } = members;
  const hasPart = ofEvery(words, (word) => sql`(${or(...commonParts(word).map((part) => contains(part)))})`);
  const near = await db.select({ accountId, searchName }).from(members).where(and(isMeant, hasPart));
  return near
    .flatMap((member) => {
      const mistakes = countMistakes(words, member.searchName.trim().split(/ +/));
      return mistakes === null ? [] : [{ ...member, mistakes }];
    })
    .sort((a, b) => a.mistakes - b.mistakes || a.searchName.localeCompare(b.searchName))
    .slice(0, 2 * limit)
    .map((member) => member.accountId);
}

const contains = (part: string): SQL => sql`${members.searchName} like ${`%${literally(part)}%`}`;

/** Nothing is of every word where there is none. */
const ofEvery = (words: readonly string[], condition: (word: string) => SQL): SQL =>
  words.length === 0 ? sql`false` : sql.join(words.map(condition), sql` and `);

/** A text with nothing in it that `like` would take for a pattern. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');
