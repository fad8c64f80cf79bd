import { sql as statement } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { demoChain } from './demo-gyms.ts';

interface MemberFacts extends Record<string, unknown> {
  /** What clients can read of the member, without times, as one text. */
  facts: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What clients can read of each member of the demo chain, by account id. Locks the members until the end of the transaction. */
export async function readMemberFacts(sql: Sql): Promise<ReadonlyMap<string, MemberFacts>> {
  const { chainId } = demoChain;
  const { rows } = await sql.execute<MemberFacts & { accountId: string }>(statement`
    SELECT p.account_id AS "accountId", m.created_at AS "createdAt", m.updated_at AS "updatedAt",
      jsonb_build_array(
        to_jsonb(p) - 'created_at', to_jsonb(m) - 'created_at' - 'updated_at',
        (SELECT to_jsonb(t) - 'created_at' FROM tans t WHERE t.tan = m.tan),
        (SELECT jsonb_agg(to_jsonb(r) - 'created_at' ORDER BY r.rfid) FROM rfids r
         WHERE r.chain_id = p.chain_id AND r.account_id = p.account_id),
        (SELECT jsonb_agg(to_jsonb(n) - 'created_at' ORDER BY n.issuer) FROM nfc_tokens n
         WHERE n.chain_id = p.chain_id AND n.account_id = p.account_id),
        (SELECT to_jsonb(g) FROM gym_roles g
         WHERE g.chain_id = p.chain_id AND g.account_id = p.account_id AND g.gym_id = m.gym_id)
      )::text AS facts
    FROM chain_profiles p JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
    WHERE p.chain_id = ${chainId} ORDER BY p.account_id FOR UPDATE OF p`);
  return new Map(rows.map(({ accountId, ...facts }) => [accountId, facts]));
}

/**
 * Dates every member whom the reset has changed `now`, and all others as before: clients that read what has changed since read
 * the former, and no others.
 */
export async function dateChanges(sql: Sql, before: ReadonlyMap<string, MemberFacts>, now: Date): Promise<void> {
  const after = await readMemberFacts(sql);
  const dated = [...after].map(([accountId, { facts, createdAt }]) => {
    const known = before.get(accountId);
    const isSame = known?.facts === facts;
    return { accountId, createdAt: isSame ? known.createdAt : createdAt, updatedAt: isSame ? known.updatedAt : now };
  });
  await sql.execute(statement`
    UPDATE memberships m SET created_at = d."createdAt", updated_at = d."updatedAt"
    FROM jsonb_to_recordset(${JSON.stringify(dated)}::jsonb)
      AS d("accountId" uuid, "createdAt" timestamptz, "updatedAt" timestamptz)
    WHERE m.chain_id = ${demoChain.chainId} AND m.account_id = d."accountId"`);
}
