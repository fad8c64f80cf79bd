import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';

export interface PresentMember {
  accountId: string;
  since: Date;
}

const membersPresent: NamedStatement = {
  name: 'members_present',
  text: `SELECT account_id AS "accountId", occurred_at AS since FROM (
      SELECT DISTINCT ON (account_id) account_id, kind, occurred_at FROM visits
      WHERE chain_id = $1 AND gym_id = $2 AND occurred_at > $3
      ORDER BY account_id, occurred_at DESC, kind DESC
    ) latest
    WHERE kind = 'CHECKIN'
    ORDER BY since DESC`,
};

/**
 * Members who are in the gym, by the latest event of each since `after`. The time of the event decides, not its
 * arrival: a check-in that arrives after its check-out does not make the member present.
 */
export const listPresentMembers = ({ db, chainId, gymId }: Call, after: Date): Promise<PresentMember[]> =>
  db.find<PresentMember>(membersPresent, [chainId, gymId, after]);
