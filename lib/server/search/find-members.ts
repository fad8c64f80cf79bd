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
  /** The best match first. */
  members: KnownMember[];
  /** The number of all matches, also of those beyond the limit. */
  total: number;
  /** Whether the text is the whole name, number, address or date of birth of the first member, and of no other. */
  isExact: boolean;
}

interface MemberSearch {
  locationId: string;
  text: string;
  limit: number;
  /** In the time zone of the location, `yyyy-MM-dd`. */
  today: string;
  /** The cards whose whole number the text may be. */
  cards?: readonly Pick<typeof cards.$inferSelect, 'kind' | 'value'>[];
  /** A further condition on `members`. */
  only?: SQL | undefined;
}

/** With fewer exact matches than this, misspelt names are searched too. */
const fewSpelt = 8;

/** Larger groups of equal rank are not ordered by last visit: looking each one up takes too long. */
const mostByVisit = 500;

/**
 * Search-as-you-type over the directory. Results are ordered by rank, and within a rank by the latest visit:
 * 1. the text is the whole name, e-mail address, membership id, barcode, card, phone number or date of birth
 * 2. first and last name begin with the words, in any order
 * 3. any words of the name begin with the words
 * 4. the e-mail address, membership id or barcode begins with the text
 * 5. the name contains the words; the membership id ends with the digits; the phone, card or barcode contains them
 * 6. the name is similar: a typing mistake, or an `i` for a `y`
 */
export async function findMembers(
  db: Queryable,
  { locationId, text, limit, today, cards: asCards = [], only }: MemberSearch,
): Promise<FoundMembers> {
  const typed = readTypedText(text, today);
  const isEligible = and(eq(members.locationId, locationId), only);
  const spelt = await findSpelt(db, { isEligible, locationId, typed, asCards, limit });
  const alike =
    isName(typed.plain) && mayBeMisspelt(typed.words) && spelt.total < fewSpelt
      ? await findAlike(db, { isEligible, words: typed.words, limit })
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

/** The rows in the order of the account ids. */
export function inOrderOf<T extends { accountId: string }>(accountIds: readonly string[], rows: readonly T[]): T[] {
  const rowOf = new Map(rows.map((row) => [row.accountId, row]));
  return accountIds.flatMap((accountId) => rowOf.get(accountId) ?? []);
}

interface Spelt extends Pick<FoundMembers, 'total' | 'isExact'> {
  accountIds: string[];
}

interface SpeltSearch {
  isEligible: SQL | undefined;
  locationId: string;
  typed: TypedText;
  asCards: NonNullable<MemberSearch['cards']>;
  limit: number;
}

async function findSpelt(
  db: Queryable,
  { isEligible, locationId, typed, asCards, limit }: SpeltSearch,
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
  const rank = sql<number>`case when ${isWritten} then 1 when ${startsNames} then 2 when ${startsWords} then 3
    when ${startsWritten} then 4 else 5 end`;
  // `offset 0` is an optimisation fence: ranking costs more than finding, so it is done once for each row found
  const found = db.$with('found').as(
    db
      .select({ accountId, searchName: members.searchName, rank: rank.as('rank') })
      .from(members)
      .where(and(isEligible, or(startsWritten, hasPart)))
      .offset(0),
  );
  const isOrderedByVisit = sql`rank() over (order by ${found.rank}) <= ${limit}
    and count(*) over (partition by ${found.rank}) <= ${mostByVisit}`;
  const first = await db
    .with(found)
    .select({ accountId: found.accountId, rank: found.rank, total: sql<number>`(count(*) over ())::int` })
    .from(found)
    .orderBy(
      found.rank,
      sql`case when ${isOrderedByVisit} then ${lastVisitOf(locationId, found.accountId)} end desc nulls last`,
      asc(found.searchName),
      asc(found.accountId),
    )
    .limit(Math.max(limit, 2));
  return {
    accountIds: first.slice(0, limit).map((member) => member.accountId),
    total: first[0]?.total ?? 0,
    isExact: first[0]?.rank === 1 && first[1]?.rank !== 1,
  };
}

/** Every rotation of the words, each as a stored search name: `vogt, lena` is also `lena vogt`. */
const ordersOf = (words: readonly string[]): string[] =>
  words.map((_, index) => [...words.slice(index), ...words.slice(0, index)].map((word) => ` ${word}`).join(''));

interface AlikeSearch {
  isEligible: SQL | undefined;
  words: readonly string[];
  limit: number;
}

/** The database narrows the candidates down by common parts; edit distance decides among them. */
async function findAlike(db: Queryable, { isEligible, words, limit }: AlikeSearch): Promise<string[]> {
  const { accountId, searchName } = members;
  const hasPart = ofEvery(words, (word) => sql`(${or(...commonParts(word).map((part) => contains(part)))})`);
  const near = await db.select({ accountId, searchName }).from(members).where(and(isEligible, hasPart));
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

/** All words meet the condition; false where there are no words. */
const ofEvery = (words: readonly string[], condition: (word: string) => SQL): SQL =>
  words.length === 0 ? sql`false` : sql.join(words.map(condition), sql` and `);

/** The text with the wildcards of `like` escaped. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');
