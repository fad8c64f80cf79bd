import 'server-only';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { members } from '#lib/server/db/schema/directory.ts';
import { searchWords, withoutDigraphs } from '#lib/wire/names/search-text.ts';

/** Holds where each typed word is a prefix of a word of the member's name, or the text is the membership id. */
export function isMemberNamed(text: string): SQL | undefined {
  // as `withoutDigraphs` does
  const name = sql`regexp_replace(${members.searchName}, '([aou])e', '\\1', 'g')`;
  const named = searchWords(text).map((word) => sql`position(${` ${withoutDigraphs(word)}`} in ${name}) > 0`);
  return or(and(...named), eq(members.membershipId, text.trim()));
}
