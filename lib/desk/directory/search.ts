import 'server-only';
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { members } from '#lib/db/schema/directory.ts';
import { photos } from '#lib/db/schema/photos.ts';
import { isName, searchWords } from '#lib/names/search-text.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { isPhotoOfMember, knownMemberColumns } from './directory.ts';
import { commonParts, countMistakes, mayBeMisspelt } from './likeness.ts';
import { type KnownMember, summarise } from './member.ts';

/** As many as are read at a glance. */
const mostMatches = 8;

/** What the search box of the check-in shows while somebody types. See {@link findMembers}. */
export async function searchMembers(db: Queryable, locationId: string, text: string): Promise<MemberSummary[]> {
  return (await findMembers(db, locationId, text, mostMatches)).map(summarise);
}

/**
 * Finds members of the directory while somebody types, the most certain first:
 * 1. whose e-mail address, membership id or barcode is the text
 * 2. whose names begin with the words, in any order
 * 3. whose e-mail address, membership id or barcode begins with the text
 * 4. whose names contain the words
 * 5. whose names are like them, in case there is a mistake in the typing or an `i` for a `y`
 */
export async function findMembers(
  db: Queryable,
  locationId: string,
  text: string,
  limit: number,
): Promise<KnownMember[]> {
  const typed = text.trim().toLowerCase();
  const words = searchWords(text);
  const spelt = await findSpelt(db, locationId, typed, words, limit);
  const alike =
    isName(typed) && mayBeMisspelt(words) && spelt.length < mostMatches
      ? await findAlike(db, locationId, words, limit)
      : [];
  const others = alike.filter(({ accountId }) => !spelt.some((found) => found.accountId === accountId));
  return [...spelt, ...others].slice(0, limit);
}

function findSpelt(
  db: Queryable,
  locationId: string,
  typed: string,
  words: readonly string[],
  limit: number,
): Promise<KnownMember[]> {
  const { email, membershipId, barcode } = members;
  const written = [sql`${email}`, sql`lower(${membershipId})`, sql`lower(${barcode})`];
  const isWritten = or(...written.map((value) => sql`${value} = ${typed}`));
  const startsWritten = or(...written.map((value) => sql`${value} like ${`${literally(typed)}%`}`));
  const startsNames = ofEvery(words, (word) => contains(` ${word}`));
  const isInNames = ofEvery(words, contains);
  const certainty = sql`case when ${isWritten} then 1 when ${startsNames} then 2 when ${startsWritten} then 3 else 4 end`;
  return db
    .select(knownMemberColumns)
    .from(members)
    .leftJoin(photos, isPhotoOfMember)
    .where(and(eq(members.locationId, locationId), or(startsWritten, isInNames)))
    .orderBy(certainty, asc(members.searchName), asc(members.accountId))
    .limit(limit);
}

/** The database narrows the names down, what is left is compared letter by letter. */
async function findAlike(
  db: Queryable,
  locationId: string,
  words: readonly string[],
  limit: number,
): Promise<KnownMember[]> {
  const { accountId, searchName } = members;
  const here = eq(members.locationId, locationId);
  const hasPart = ofEvery(words, (word) => sql`(${or(...commonParts(word).map((part) => contains(part)))})`);
  const near = await db.select({ accountId, searchName }).from(members).where(and(here, hasPart));
  const ranked = near
    .flatMap((member) => {
      const mistakes = countMistakes(words, member.searchName.trim().split(' '));
      return mistakes === null ? [] : [{ ...member, mistakes }];
    })
    .sort((a, b) => a.mistakes - b.mistakes || a.searchName.localeCompare(b.searchName))
    .slice(0, 2 * limit)
    .map((member) => member.accountId);
  const found = await db
    .select(knownMemberColumns)
    .from(members)
    .leftJoin(photos, isPhotoOfMember)
    .where(and(here, inArray(accountId, ranked)));
  return found.sort((a, b) => ranked.indexOf(a.accountId) - ranked.indexOf(b.accountId));
}

const contains = (part: string): SQL => sql`${members.searchName} like ${`%${literally(part)}%`}`;

/** Nothing is of every word where there is none. */
const ofEvery = (words: readonly string[], condition: (word: string) => SQL): SQL =>
  words.length === 0 ? sql`false` : sql.join(words.map(condition), sql` and `);

/** A text with nothing in it that `like` would take for a pattern. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');
