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
 * Lists the directory. The mirror has no cards: the desk knows only those that were scanned or assigned here. So where a card
 * number matches no member, the platform is asked who holds it, and the answer is stored as after a scan.
 */
export async function searchDirectory(
  { desk, actor: { location } }: LocationContext,
  asked: DirectoryQuery,
): Promise<DirectoryPage> {
  const list = () => listDirectory({ desk, actor: { location } }, asked);
  const listed = await list();
  const { q } = asked.filters;
  if (q === undefined || listed.total > 0) return listed;
  return (await askForHolder(desk, location, q)) ? list() : listed;
}

/** @returns whether a holder was found whom the desk did not know before */
async function askForHolder(desk: DeskContext, location: Location, text: string): Promise<boolean> {
  for (const card of cardsOfText(text, location.readerProfiles)) {
    // the holder is known and a filter excludes them: the platform could add nothing
    if (await findInDirectory(desk.db, { locationId: location.id, key: card })) return false;
    if (
      (await findMember({ desk, actor: { location } }, { lookupKey: card, urgency: 'interactive' })).kind === 'member'
    )
      return true;
  }
  return false;
}
