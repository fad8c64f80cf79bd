import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { findMember } from '#lib/server/lookup/find-member.ts';
import type { DirectoryPage } from '#lib/wire/directory.ts';
import { cardsOfText } from '#lib/wire/reader/cards-of-text.ts';
import { type DirectoryQuery, listDirectory } from './list.ts';

/**
 * Lists the directory. Whose a card is, the desk knows of those only that were scanned or given here: where nobody is found
 * by the number of one, the platform is asked, and the answer is kept as that of a scan is.
 */
export async function searchDirectory(
  { desk, actor: { location } }: LocationContext,
  asked: DirectoryQuery,
): Promise<DirectoryPage> {
  const list = () => listDirectory(desk.db, location, asked, desk.clock());
  const listed = await list();
  const { q } = asked.filters;
  if (q === undefined || listed.total > 0) return listed;
  return (await askWhose(desk, location, q)) ? list() : listed;
}

/** @returns whether somebody is known by it now who was not before */
async function askWhose(desk: DeskContext, location: Location, text: string): Promise<boolean> {
  for (const card of cardsOfText(text, location.readerProfile)) {
    // a filter leaves them out: nothing is gained by asking
    if (await findInDirectory(desk.db, location.id, card)) return false;
    if (
      (await findMember({ desk, actor: { location } }, { lookupKey: card, urgency: 'interactive' })).kind === 'member'
    )
      return true;
  }
  return false;
}
