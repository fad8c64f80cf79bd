import { and, eq, inArray, sql as statement } from 'drizzle-orm';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import type { Sql } from '#platform/db/client.ts';
import { gyms } from '#platform/db/schema/chains.ts';
import { products } from '#platform/db/schema/products.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import {
  type ProductLocale,
  productLocales,
  productsOfNewGym,
} from '#platform/services/new-gyms/products-of-new-gym.ts';
import { removeFaultsOfGyms } from '#platform/services/sandbox/faults/remove-of-gyms.ts';
import { dateChanges, readMemberFacts } from '#platform/simulator/demo-facts.ts';
import { demoChain, demoGymKeys, demoGyms } from '#platform/simulator/demo-gyms.ts';
import { demoOwnerAt } from '#platform/simulator/demo-owner.ts';
import { type DemoChainDescription, describeDemoChain, hasDemoChain } from '#platform/simulator/describe-demo-chain.ts';
import { lockDemo } from '#platform/simulator/lock-demo.ts';
import { defaultDemoSeed } from '#platform/simulator/seed-demo.ts';
import { removeOwners, setOwnerBack } from '#platform/simulator/set-owner-back.ts';
import { inventUnmigratedMembers, writeUnmigratedMembers } from '#platform/simulator/unmigrated-members.ts';
import { writeDemoMembers } from '#platform/simulator/write-demo-members.ts';
import { hookIdOf } from '#shared/webhook/desk-hook.ts';
import { removeAccountsOfNobody, removeMembers, removeRowsOfGyms, removeRowsOfMembers } from './chain-rows.ts';
import type { WholeDemo } from './whole-demo.ts';

const { chainId } = demoChain;
const gymIds = demoGymKeys.map((key) => demoGyms[key].gymId);

/**
 * Sets the demo chain back to a new demo. Gyms, products and credentials stay, and so do webhooks of desks: what
 * works with the demo goes on. Members keep their ids.
 * @returns undefined if there is no demo chain
 */
export async function resetDemo(sql: Sql, data: WholeDemo, clock: Clock): Promise<DemoChainDescription | undefined> {
  await lockDemo(sql);
  if (!(await hasDemoChain(sql))) return undefined;
  const { now } = data;
  const people = [...data.members, ...inventUnmigratedMembers(defaultDemoSeed, now)];
  const locale = await findLocale(sql);
  // what requests write waits for these locks: they come before, or after
  await sql.select().from(gyms).where(eq(gyms.chainId, chainId)).orderBy(gyms.gymId).for('update');
  const before = await readMemberFacts(sql);

  const removed = await removeMembers(
    sql,
    chainId,
    people.map(({ accountId }) => accountId),
  );
  await removeRowsOfMembers(sql, chainId, ['visits']);
  await removeOtherVisits(sql, data.visitKeys);
  await removeAccountsOfNobody(sql, removed);
  await freeEmails(sql);
  await writeDemoMembers(sql, data, { now, locale, onKnown: { tan: overwriteTan, visit: keepVisit } });
  await writeUnmigratedMembers(sql, defaultDemoSeed, now);

  await removeWebhooksOfOthers(sql);
  await removeRowsOfGyms(sql, chainId, ['webhooks']);
  await setOwnerBack(sql, demoOwnerAt(now));
  await removeOwners(sql, demoGyms.ost.gymId);
  await removeFaultsOfGyms(sql, gymIds);
  // as late as can be: a client that asks for changes since its last question would not be told of earlier ones
  await dateChanges(sql, before, clock());
  return describeDemoChain(sql, now);
}

/** Most visits are there, and need not be written again while requests of these gyms wait. */
async function removeOtherVisits(sql: Sql, wanted: WholeDemo['visitKeys']): Promise<void> {
  await sql.execute(statement`
    WITH wanted AS MATERIALIZED (SELECT * FROM jsonb_populate_recordset(NULL::visits, ${wanted}::jsonb))
    DELETE FROM visits v WHERE v.chain_id = ${chainId} AND NOT EXISTS (
      SELECT FROM wanted w WHERE w.gym_id = v.gym_id AND w.account_id = v.account_id AND w.kind = v.kind
        AND w.occurred_at = v.occurred_at)`);
}

const keepVisit = statement`ON CONFLICT DO NOTHING`;

/** The language in which the chain was written. No operation changes a product. */
async function findLocale(sql: Sql): Promise<ProductLocale> {
  const offered = await sql.select().from(products).where(eq(products.chainId, chainId));
  const isOffered = (locale: ProductLocale) =>
    productsOfNewGym(locale).every(({ title }) => offered.some((product) => product.title === title));
  return productLocales.find(isOffered) ?? 'en';
}

/** Two members may have each other's address. */
const freeEmails = (sql: Sql) =>
  sql.execute(statement`UPDATE chain_profiles SET email = account_id || '@reset.example' WHERE chain_id = ${chainId}`);

/** A member of another chain may have the entitlement, too. */
const overwriteTan = statement`ON CONFLICT (tan) DO UPDATE SET
  starts_on = excluded.starts_on, ends_on = excluded.ends_on, is_plus1 = excluded.is_plus1, account_id = excluded.account_id`;

async function removeWebhooksOfOthers(sql: Sql): Promise<void> {
  const all = await sql.select().from(webhooks).where(eq(webhooks.chainId, chainId));
  const ids = all.flatMap(({ webhookId, url }) => (hookIdOf(url) === null ? [webhookId] : []));
  if (ids.length > 0)
    await sql.delete(webhooks).where(and(eq(webhooks.chainId, chainId), inArray(webhooks.webhookId, ids)));
}
