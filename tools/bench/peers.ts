import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPrism } from '#tools/conformance/prism.ts';
import { startTool } from '#tools/conformance/start-tool.ts';
import { installTools } from '#tools/conformance/tools.ts';
import type { Place } from './platform-comparisons.ts';
import { pick } from './requests.ts';
import type { Peer, Target } from './rounds.ts';

interface Peers {
  peers: Peer[];
  /** The least share of their requests a second that a look-up should have, in per cent. */
  least: Record<string, number>;
  stop(): Promise<void>;
}

/**
 * Programs that developers use in place of a platform: json-server with the same members, found by their id, and Prism, which invents
 * an answer of the platform's own document.
 */
export async function startPeers(
  { platformUrl, databaseUrl, chain }: Pick<Place, 'platformUrl' | 'databaseUrl' | 'chain'>,
  next: Target['next'],
): Promise<Peers> {
  const tools = installTools(path.join(import.meta.dirname, 'peers'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-peers-'));
  const data = path.join(folder, 'data.json');
  fs.writeFileSync(data, JSON.stringify({ accounts: await readAccounts(databaseUrl, chain.chainId) }));
  const document = (await (await fetch(`${platformUrl}/openapi/v2.json`)).json()) as object; // safe because: it is a document
  const [jsonServer, prism] = await Promise.all([
    startTool(tools, {
      name: 'json-server',
      program: 'json-server/lib/cli/bin.js',
      folder,
      argsAt: (port) => [data, '--host', '127.0.0.1', '--port', String(port), '--quiet', '--no-gzip'],
    }),
    startPrism(tools, { document, folder }),
  ]);
  let index = 0;
  const nextOfJsonServer = () => {
    index += 1;
    return { method: 'GET', path: `/accounts/${pick(chain.members, index).accountId}`, headers: {} } as const;
  };
  return {
    peers: [
      { name: 'json-server, by id', as: 'json-server', url: jsonServer.url, next: nextOfJsonServer },
      { name: 'Prism, an invented answer', as: 'Prism', url: prism.url, next },
    ],
    least: { 'json-server': 100, Prism: 300 },
    stop: async () => {
      await Promise.all([jsonServer.stop(), prism.stop()]);
      fs.rmSync(folder, { recursive: true });
    },
  };
}

async function readAccounts(connectionString: string, chainId: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT account_id AS id, * FROM chain_profiles WHERE chain_id = $1', [
      chainId,
    ]);
    return rows;
  } finally {
    await client.end();
  }
}
