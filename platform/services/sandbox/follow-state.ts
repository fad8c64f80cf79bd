import { setTimeout as wait } from 'node:timers/promises';
import { openClient } from '#shared/database/connection.ts';
import type { Log } from '#shared/log/log.ts';
import { parseState, readStateText, type SandboxState } from './state.ts';
import { hasProcesses, stateLock } from './wait-for-processes.ts';

/** NOTIFY channel for a change of the state. */
export const channel = 'sandbox_changed';

const reconnectAfterMs = 1_000;
const realTime = { offsetMs: 0, frozenAt: null };

interface FollowOptions {
  databaseUrl: string;
  log: Log;
}

interface FollowedState {
  readonly state: SandboxState;
  stop(): Promise<void>;
}

/**
 * Keeps this process at the newest state, on a connection of its own. The connection holds a shared advisory lock on
 * the version that the process works with: it shows other processes whether a change has arrived here, and disappears
 * with the process. A process that has lost the connection works with the last known state until it is connected again.
 */
export async function followState({ databaseUrl, log }: FollowOptions): Promise<FollowedState> {
  let isStopped = false;
  let state: SandboxState = { version: -1, faults: [], clock: realTime, gyms: {} };
  let connection = await connect({ isFirst: true });

  async function connect({ isFirst }: { isFirst: boolean }) {
    const client = openClient(databaseUrl, {
      name: 'front desk sandbox',
      connectWithinMs: 10_000,
      longestAnswerMs: 17_000,
    });
    try {
      await client.connect();
      await client.query(`SET ROLE front_desk_operator; LISTEN ${channel}`);
      let held: number | undefined;
      const adopt = async () => {
        state = parseState((await client.query(readStateText)).rows[0]);
        if (state.version === held) return;
        await client.query('SELECT pg_advisory_lock_shared($1, $2)', [stateLock, state.version]);
        if (held !== undefined) await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [stateLock, held]);
        held = state.version;
      };
      if (isFirst) await openRun(client);
      await adopt();
      if (isFirst) await client.query('COMMIT');
      let adopting = Promise.resolve();
      let isDue = false;
      const adoptNext = () => {
        isDue = false;
        return adopt();
      };
      const adoptSoon = () => {
        if (isDue) return;
        isDue = true;
        adopting = adopting.then(adoptNext).catch((error) => {
          log.warn({ error }, 'the state of the sandbox could not be read');
          void client.end().catch(() => {});
        });
      };
      client.on('end', () => void reconnect());
      client.on('notification', adoptSoon);
      adoptSoon(); // a change that was announced before anything listened
      await adopting;
      return { end: () => adopting.then(() => client.end()) };
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  async function reconnect() {
    while (!isStopped) {
      await wait(reconnectAfterMs, undefined, { ref: false });
      try {
        connection = await connect({ isFirst: false });
        if (isStopped) await connection.end();
        return;
      } catch (error) {
        log.warn({ error }, 'the connection of the sandbox could not be opened');
      }
    }
  }

  return {
    get state() {
      return state;
    },
    stop: async () => {
      isStopped = true;
      await connection.end();
    },
  };
}

/** Begins the transaction in which a process joins the others; without others, nothing is switched on. */
async function openRun(client: ReturnType<typeof openClient>): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('a process of the sandbox starts', 0))`);
  await client.query('INSERT INTO sandbox_state DEFAULT VALUES ON CONFLICT DO NOTHING');
  await client.query(`UPDATE sandbox_state SET clock_offset_ms = 0, clock_frozen_at = NULL WHERE NOT ${hasProcesses}`);
  await client.query(
    `UPDATE sandbox_gyms SET clock_offset_ms = NULL, clock_frozen_at = NULL WHERE NOT ${hasProcesses}`,
  );
  for (const table of ['sandbox_faults', 'sandbox_owner_links']) {
    await client.query(`DELETE FROM ${table} WHERE NOT ${hasProcesses}`);
  }
}
