import type { Sql } from '#platform/db/client.ts';
import { chains, gyms } from '#platform/db/schema/chains.ts';
import { products } from '#platform/db/schema/products.ts';
import type { DemoChainData } from './demo-chain.ts';
import { demoChain, demoGymKeys } from './demo-gyms.ts';
import * as rowsOf from './demo-rows.ts';
import type { DemoLocale } from './demo-words.ts';
import { writeDemoMembers } from './write-demo-members.ts';

/** Writes the demo chain into a database that does not have it, within the caller's transaction. */
export async function writeDemoChain(
  sql: Sql,
  data: DemoChainData,
  { now, locale }: { now: Date; locale: DemoLocale },
): Promise<void> {
  await sql.insert(chains).values({ ...demoChain, createdAt: now });
  await sql.insert(gyms).values(demoGymKeys.map((gym) => rowsOf.gymRow(gym, now)));
  await sql.insert(products).values(demoGymKeys.flatMap((gym) => rowsOf.productRows(gym, locale)));
  await writeDemoMembers(sql, data, { now, locale });
}
