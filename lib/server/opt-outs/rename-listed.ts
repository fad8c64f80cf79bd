import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { optedOutMembers } from '#lib/server/db/schema/opt-outs.ts';
import { pseudonymOf } from '#lib/server/members/forget-member.ts';

/**
 * Stores the pseudonyms of members who have opted out under DESK_SECRET too: without them, the data of each would be
 * deleted a second time once the previous secret is gone. Those from before lapse. Of other people no id is stored; the
 * next list names them.
 * @returns of how many members
 */
export async function renameListed(
  { db, secret, previousSecret }: Pick<DeskContext, 'db' | 'secret' | 'previousSecret'>,
  locationId: string,
): Promise<number> {
  if (previousSecret === undefined) return 0;
  const listed = await db
    .select({ pseudonym: optedOutMembers.pseudonym, unlistedSince: optedOutMembers.unlistedSince })
    .from(optedOutMembers)
    .where(eq(optedOutMembers.locationId, locationId));
  if (listed.length === 0) return 0;
  const known = new Map(listed.map(({ pseudonym, unlistedSince }) => [pseudonym, unlistedSince]));
  const ids = await db.select({ accountId: members.accountId }).from(members).where(eq(members.locationId, locationId));
  const renamed = ids.flatMap(({ accountId }) => {
    const unlistedSince = known.get(pseudonymOf(accountId, previousSecret));
    if (unlistedSince === undefined) return [];
    return [{ pseudonym: pseudonymOf(accountId, secret), unlisted_since: unlistedSince }];
  });
  await db.execute(sql`
    insert into ${optedOutMembers} (location_id, pseudonym, unlisted_since)
    select ${locationId}, pseudonym, unlisted_since
    from json_to_recordset(${JSON.stringify(renamed)}::json) as renamed (pseudonym text, unlisted_since timestamptz)
    on conflict do nothing`);
  return renamed.length;
}
