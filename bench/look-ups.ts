import { fork } from 'node:child_process';
import path from 'node:path';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { randomIds, systemClock } from '#platform/dependencies.ts';
import { createApiKey, type NewApiKey } from '#platform/services/api-keys/create.ts';
import { openCluster } from '#scripts/embedded-postgres/cluster.ts';
import type { Stack } from '#scripts/testing/stack.ts';
import { load } from './load.ts';
import type { Row } from './row.ts';

const card = '0x04B81D5A2F6C80';
const accountPath = `/api/v2/accounts/rfid/${card}`;
const connectionCounts = [10, 50];
/** So many that the limit of a key, 60 at once and 6 a second, is never reached: its cost stays in, its refusals do not. */
const keyCount = 1_500;

/** Look-ups by RFID on the running platform, beside a bare server and beside one SELECT through the same driver. */
export async function measureLookUps(stack: Stack): Promise<Row[]> {
  const home = path.join(stack.dataDir, 'platform');
  const cluster = await openCluster({ home, database: 'platform', access: 'share' });
  try {
    const keys = await createKeys(cluster.url);
    const body = await readAnswer(stack, keys[0] ?? '');
    const statement = {
      url: cluster.url,
      text: 'select * from chain_profiles where chain_id = $1 and account_id = $2',
      values: await readPrimaryKey(cluster.url),
    };
    const rows: Row[] = [];
    for (const connections of connectionCounts) {
      rows.push(await againstBareServer({ body }, 'bare node:http, the same bytes', connections));
      rows.push(
        await againstBareServer({ body, statement }, 'bare node:http and one SELECT by primary key', connections),
      );
      const requests = keys.map((key) => ({ path: accountPath, headers: { 'x-api-key': key } }));
      rows.push(await load({ name: 'look-up by RFID', url: stack.platformUrl, requests }, connections));
    }
    return rows;
  } finally {
    await cluster.stop();
  }
}

/** Keys of the first gym, made as the operator makes them. */
async function createKeys(url: string): Promise<string[]> {
  const operatorDb = openOperatorDatabase({ url });
  try {
    return await operatorDb.transaction(async (sql) => {
      const { rows } = await sql.execute<{ chain_id: string; gym_id: string }>(
        'select chain_id, gym_id from gyms limit 1',
      );
      const [gym] = rows;
      if (!gym) throw new Error('There is no gym to measure.');
      const key: NewApiKey = { chainId: gym.chain_id, gymId: gym.gym_id, permissions: ['accounts'] };
      const operator = { sql, clock: systemClock, ids: randomIds };
      const keys: string[] = [];
      while (keys.length < keyCount) keys.push((await createApiKey(operator, key)).apiKey);
      return keys;
    });
  } finally {
    await operatorDb.close();
  }
}

async function readPrimaryKey(url: string): Promise<string[]> {
  const operatorDb = openOperatorDatabase({ url });
  try {
    const { rows } = await operatorDb.transaction((sql) =>
      sql.execute<{ chain_id: string; account_id: string }>(
        `select chain_id, account_id from rfids where rfid = '${card}'`,
      ),
    );
    const [holder] = rows;
    if (!holder) throw new Error('Nobody holds the card to measure.');
    return [holder.chain_id, holder.account_id];
  } finally {
    await operatorDb.close();
  }
}

async function readAnswer(stack: Stack, apiKey: string): Promise<string> {
  const response = await fetch(stack.platformUrl + accountPath, { headers: { 'x-api-key': apiKey } });
  if (response.status !== 200) throw new Error(`The look-up to measure answers ${response.status}.`);
  return response.text();
}

async function againstBareServer(task: object, name: string, connections: number): Promise<Row> {
  const server = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  try {
    const port = await new Promise<number>((resolve, reject) => {
      server.once('message', (message) => resolve(Number(message)));
      server.once('exit', () => reject(new Error('The bare server ended.')));
      server.send(task);
    });
    return await load({ name, url: `http://127.0.0.1:${port}`, requests: [{ path: '/' }] }, connections);
  } finally {
    server.disconnect();
  }
}
