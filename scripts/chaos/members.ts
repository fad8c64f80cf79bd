import type { InDatabase } from '#scripts/testing/with-database.ts';

/** Somebody who comes and goes. */
export interface Member {
  accountId: string;
  /** What a reader sends. */
  card: string;
}

/** Members of the demo chain who may come in and have not been in for a day, corporate members among them. */
export function readMembers(inDatabase: InDatabase, gymId: string): Promise<Member[]> {
  return inDatabase('platform', async (client) => {
    const { rows } = await client.query<Member>(selectMembers, [gymId]);
    return rows;
  });
}

const selectMembers = `
  SELECT DISTINCT ON (m.account_id) m.account_id AS "accountId", r.rfid AS card
  FROM memberships m JOIN rfids r USING (chain_id, account_id) LEFT JOIN tans t ON t.tan = m.tan
  WHERE m.gym_id = $1 AND m.is_known_to_v2
    AND ((m.membership_type IN ('BASIC', 'PREMIUM') AND m.end_of_contract > now() + interval '60 days')
      OR (m.membership_type = 'CORPORATE_FITNESS' AND t.starts_on < now() - interval '2 days'
        AND NOT t.is_plus1 AND (t.ends_on IS NULL OR t.ends_on > now() + interval '2 days')))
    AND NOT EXISTS (SELECT FROM visits v WHERE v.account_id = m.account_id AND v.occurred_at > now() - interval '1 day')
  ORDER BY m.account_id, r.rfid`;
