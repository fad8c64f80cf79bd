import { setTimeout as sleep } from 'node:timers/promises';
import type { InDatabase } from './with-database.ts';

const longestFirstReadingMs = 10 * 60_000;

/** Waits until the desk has read all members of every location for the first time. */
export async function untilMembersAreRead(inDatabase: InDatabase): Promise<void> {
  const countUnread = () =>
    inDatabase('desk', async (client) => {
      const { rows } = await client.query<{ unread: number }>(
        `select count(*)::int as unread from locations l
         where not exists (select from directory_syncs s where s.location_id = l.id and s.finished_at is not null)`,
      );
      return rows[0]?.unread ?? 0;
    });
  for (const deadline = Date.now() + longestFirstReadingMs; (await countUnread()) > 0; await sleep(100)) {
    if (Date.now() > deadline) throw new Error('The desk has not read the members of every gym.');
  }
}
