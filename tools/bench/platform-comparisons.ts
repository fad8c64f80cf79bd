import { randomUUID } from 'node:crypto';
import type { LeastStatement } from './bare-server.ts';
import type { LargeChain } from './large-chain.ts';
import { pick, type Route, readAnswer, rotateKeys } from './requests.ts';
import type { ProcessorTimes } from './rounds.ts';

export interface Place extends ProcessorTimes {
  platformUrl: string;
  databaseUrl: string;
  /** The platform's secret for sealing. */
  secret: string;
  chain: LargeChain;
  durationS: number;
}

/** Operations with the same response, and the minimum of work that any server would need for it. */
export interface Comparison {
  title: string;
  connections: readonly number[];
  operations: readonly { name: string; routeOf(index: number): Route }[];
  least: { name: string; statements: readonly LeastStatement[] };
  /** The shares of the requests a second of the bare server, in per cent, that the first operation should have, by connections. */
  goals?: Record<number, number>;
  /** The longest median of the first operation with one connection. */
  aloneMs?: number;
}

export async function comparisonsOf(place: Place): Promise<Comparison[]> {
  const { chain } = place;
  const { chainId, gymId, memberCount, members } = chain;
  const many = memberCount.toLocaleString('en');
  const memberOf = (index: number) => pick(members, index);
  const primaryKeys = members.map(({ accountId }) => [chainId, accountId]);
  const get = (path: string): Route => ({ method: 'GET', path });
  const post = (path: string, body: object): Route => ({ method: 'POST', path, body: JSON.stringify(body) });
  const pages = [1, memberCount / pageSize].map((page) => ({ page, path: pathOfPage(page) }));

  return [
    {
      title: `Look-up of one of ${many} members`,
      connections: [1, 10, 50],
      operations: [
        { name: 'look-up by RFID', routeOf: (index) => get(`/api/v2/accounts/rfid/${memberOf(index).rfid}`) },
        {
          name: 'look-up by e-mail',
          routeOf: (index) => get(`/api/v2/accounts/email/${encodeURIComponent(memberOf(index).email)}`),
        },
        { name: 'look-up by account id', routeOf: (index) => get(`/api/v2/accounts/${memberOf(index).accountId}`) },
      ],
      least: {
        name: 'one SELECT by primary key',
        statements: [
          { text: 'SELECT * FROM chain_profiles WHERE chain_id = $1 AND account_id = $2', values: primaryKeys },
        ],
      },
      goals: { 10: 50, 50: 80 },
      aloneMs: 0.7,
    },
    ...(await Promise.all(
      pages.map(async ({ page, path }) => ({
        title: `Page ${page} of ${many} members, ${pageSize} a page`,
        connections: [10],
        operations: [{ name: `list, page ${page}`, routeOf: () => get(path) }],
        least: {
          name: `one SELECT of ${pageSize} by primary key`,
          statements: [
            {
              text: 'SELECT * FROM chain_profiles WHERE chain_id = $1 AND account_id = ANY ($2::uuid[])',
              values: [[chainId, await readPage(place, path)]],
            },
          ],
        },
        goals: { 10: 35 },
      })),
    )),
    {
      title: `Check-in of one of ${many} members`,
      connections: [10, 50],
      operations: [
        { name: 'check-in', routeOf: (index) => post(`/api/v2/accounts/${memberOf(index).accountId}/checkins`, {}) },
      ],
      least: {
        name: 'one INSERT of a visit',
        statements: [
          {
            text: `INSERT INTO visits (chain_id, gym_id, account_id, kind, occurred_at, recorded_at)
              VALUES ($1, $2, $3, 'CHECKIN', clock_timestamp(), clock_timestamp()) ON CONFLICT DO NOTHING`,
            values: members.map(({ accountId }) => [chainId, gymId, accountId]),
          },
        ],
      },
      goals: { 50: 70 },
    },
    {
      title: `New member beside ${many}`,
      connections: [10, 50],
      operations: [{ name: 'create', routeOf: () => post('/api/v2/accounts', newMember()) }],
      least: { name: 'three INSERTs in a transaction', statements: insertsOfMember(chainId, gymId) },
      goals: { 10: 60, 50: 60 },
    },
  ];
}

/** Account, profile and membership. The number of the transaction is the only id that each of them knows. */
function insertsOfMember(chainId: string, gymId: string): LeastStatement[] {
  const id = 'md5(pg_current_xact_id()::text)';
  const text = (statement: string, ...values: unknown[]) => ({ text: statement, values: [values] });
  return [
    text(`INSERT INTO accounts (account_id, created_at) VALUES (${id}::uuid, now())`),
    text(
      `INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, gender, created_at)
       VALUES ($1, ${id}::uuid, lastval(), ${id} || '@example.org', 'Lena', 'Vogt', 'FEMALE', now())`,
      chainId,
    ),
    text(
      `INSERT INTO memberships (chain_id, account_id, gym_id, membership_id, membership_type, start_of_contract,
         created_at, updated_at)
       VALUES ($1, ${id}::uuid, $2, ${id}, 'BASIC', '2024-01-01', now(), now())`,
      chainId,
      gymId,
    ),
  ];
}

const pageSize = 100;
const pathOfPage = (page: number) => `/api/v2/accounts?limit=${pageSize}&offset=${(page - 1) * pageSize}`;

function newMember() {
  const unique = randomUUID();
  return {
    email: `${unique}@example.org`,
    firstName: 'Lena',
    lastName: 'Vogt',
    gender: 'FEMALE',
    membership: { membershipId: unique, membershipType: 'BASIC', startOfContract: '2024-01-01' },
  };
}

/** The account ids of a page, which must be full. */
async function readPage({ platformUrl, chain }: Place, path: string): Promise<string[]> {
  const next = rotateKeys(chain, () => ({ method: 'GET', path }));
  // safe because: checked below
  const { items } = JSON.parse((await readAnswer(platformUrl, next())).body) as { items: { accountId: string }[] };
  if (items?.length !== pageSize) throw new Error(`${path} answers ${items?.length} members instead of ${pageSize}.`);
  return items.map(({ accountId }) => accountId);
}
