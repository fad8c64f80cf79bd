import 'server-only';
import { like } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';

/** In characters; short enough to read out on the telephone. */
const longestSlug = 60;

const spelled: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  '&': '-and-',
};

/** The slug of a name: `München West` is `muenchen-west`. A name without a Latin letter or a digit is `gym`. */
export function slugOf(name: string): string {
  const latin = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßæøł&]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const slug = latin
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'gym' : slug;
}

/** The slug of a name, with a number appended where another location has it. */
export async function freeSlug(db: Queryable, name: string): Promise<string> {
  const slug = slugOf(name);
  const taken = await db
    .select({ slug: locations.slug })
    .from(locations)
    .where(like(locations.slug, `${slug}%`));
  const isTaken = (wanted: string) => taken.some((other) => other.slug === wanted);
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? slug : `${slug}-${number}`;
    if (!isTaken(wanted)) return wanted;
  }
}
