import fs from 'node:fs';
import pg from 'pg';
import { passwordFileOf } from './usable-cluster.ts';

export const superuser = 'front_desk';

/** URL of `database` as the cluster's superuser, on loopback. */
export function urlOf(folder: string, port: number, database: string): string {
  return `postgres://${superuser}:${fs.readFileSync(passwordFileOf(folder), 'utf8')}@127.0.0.1:${port}/${database}`;
}

/** Our own server on the same machine answers, however busy the machine is, unless it hangs. */
const connectWithinMs = 30_000;

export interface WatchedConnection {
  client: pg.Client;
  /** Settles when the connection ends, for whatever reason. */
  lost: Promise<void>;
}

/** A connection whose loss does not crash the process. */
export async function connectWatched(folder: string, port: number, database = 'postgres'): Promise<WatchedConnection> {
  const client = new pg.Client({
    connectionString: urlOf(folder, port, database),
    connectionTimeoutMillis: connectWithinMs,
  });
  client.on('error', () => {}); // the current statement fails, and `lost` settles
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect();
  return { client, lost };
}

export const connect = async (...place: Parameters<typeof connectWatched>): Promise<pg.Client> =>
  (await connectWatched(...place)).client;
