import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

export interface FreeCard {
  rfid: string;
  /** Unique in the chain. */
  holder: string;
}

/**
 * Cards of members who are admitted without a question and have not visited for a day.
 * @throws Error if the demo chain has fewer
 */
export async function readFreeCards(stack: Stack, count: number): Promise<FreeCard[]> {
  return withDatabase(stack, 'platform', async (client) => {
    const { rows } = await client.query<FreeCard>(selectFreeCards, [count]);
    if (rows.length < count) throw new Error(`Only ${rows.length} of ${count} members have a card to scan.`);
    return rows;
  });
}

const selectFreeCards = `
  SELECT DISTINCT ON (p.first_name, p.last_name) r.rfid, p.first_name || ' ' || p.last_name AS holder
  FROM rfids r JOIN memberships m USING (chain_id, account_id) JOIN chain_profiles p USING (chain_id, account_id)
  WHERE m.membership_type IN ('BASIC', 'PREMIUM') AND m.end_of_contract > now() + interval '60 days'
    AND to_char(p.date_of_birth, 'MM-DD') <> to_char(now(), 'MM-DD')
    AND NOT EXISTS (SELECT FROM visits v WHERE v.account_id = r.account_id AND v.occurred_at > now() - interval '1 day')
    AND NOT EXISTS (SELECT FROM chain_profiles o WHERE o.chain_id = p.chain_id AND o.account_id <> p.account_id
      AND (o.first_name, o.last_name) = (p.first_name, p.last_name))
  LIMIT $1`;
