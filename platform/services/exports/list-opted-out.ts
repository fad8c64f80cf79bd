import type { Call } from '#platform/services/call.ts';
import { requireGymName } from './gym-name.ts';

interface OptedOut {
  accountId: string;
  /** The person's last visit to the gym or training there; null if there is none. */
  lastSeenAt: Date | null;
}

const findOptedOut = {
  name: 'find_opted_out',
  text: `
    SELECT p.account_id AS "accountId", greatest(visit.at, training.at) AS "lastSeenAt"
    FROM chain_profiles p
    LEFT JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
    LEFT JOIN LATERAL (
      SELECT max(v.occurred_at) AS at FROM visits v
      WHERE v.chain_id = p.chain_id AND v.gym_id = $1 AND v.account_id = p.account_id
    ) visit ON true
    LEFT JOIN LATERAL (
      SELECT max(e.occurred_at) AS at FROM training_of_members e
      WHERE e.chain_id = p.chain_id AND e.gym_id = $1 AND e.account_id = p.account_id
    ) training ON true
    WHERE NOT p.shares_data AND (m.gym_id = $1 OR visit.at IS NOT NULL OR training.at IS NOT NULL)
    ORDER BY p.account_id`,
};

/**
 * People who do not share data, among all who are members of the gym or have ever visited it. Earlier exports of the
 * gym may contain them (`/reference/export`).
 */
export async function listOptedOut({ db, gymId }: Call): Promise<{ gym: { name: string }; optedOut: OptedOut[] }> {
  const gym = await requireGymName(db, gymId);
  return { gym, optedOut: await db.find<OptedOut>(findOptedOut, [gymId]) };
}
