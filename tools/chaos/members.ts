import { randomBytes } from 'node:crypto';
import type { InDatabase } from '#tools/testing/with-database.ts';

/** A member who comes and goes. */
export interface Member {
  accountId: string;
  /** The input of the card reader. */
  card: string;
}

/** Members of the demo chain who are admitted and have not visited for a day, including corporate members. */
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

/** Gives each member one more card at the platform, without an event to the desk. @returns them with that card */
export function giveUnheardCards(inDatabase: InDatabase, members: readonly Member[]): Promise<Member[]> {
  const given = members.map((member) => ({ ...member, card: `0x04${randomBytes(6).toString('hex').toUpperCase()}` }));
  return inDatabase('platform', async (client) => {
    for (const { card, accountId } of given) await client.query(insertCard, [card, accountId]);
    return given;
  });
}

const insertCard = `
  INSERT INTO rfids (chain_id, rfid, account_id, is_from_gym_software, created_at)
  SELECT chain_id, $1, account_id, true, now() FROM rfids WHERE account_id = $2 LIMIT 1`;
