import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Actor } from '#lib/server/base/actor.ts';
import { createClockWatch } from '#lib/server/base/clock-watch.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import { createStorageWatch } from '#lib/server/base/storage-watch.ts';
import { createGymClients } from '#lib/server/composition/gym-clients.ts';
import { confirm } from '#lib/server/confirmation/confirmer.ts';
import { openDatabase, type Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { chooseDue } from '#lib/server/due/claim-due.ts';
import { realTime } from '#lib/server/key-limit/shared-bucket.ts';
import { dueAttempts } from '#lib/server/ledger/attempt.ts';
import { setRetired } from '#lib/server/locations/set-retired.ts';
import { messageLedger } from '#lib/server/messages/ledger.ts';
import { sendHeldMessage } from '#lib/server/messages/send-held.ts';
import { createDeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import { taskLedger } from '#lib/server/tasks/ledger.ts';
import { sendTaskChange } from '#lib/server/tasks/send-change.ts';
import { sendVisit } from '#lib/server/visit-sending/send-visit.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import type { Log } from '#shared/log/log.ts';
import { longestTestMs } from '#shared/testing/limits.ts';
import { quickPassword } from '#shared/testing/quick-password.ts';
import { createDeskDatabase } from './desk-database.ts';
import { endsOnlyInSilence } from './ends-only-in-silence.ts';
import { FakePlatform } from './fake-platform.ts';
import { storeLocation } from './store-location.ts';

export const testSecret = 'a-secret-of-at-least-thirty-two-characters';
export const { password: testPassword, passwordHash: testPasswordHash } = quickPassword;

/** A time on a working day, in the middle of a minute. */
export const testNow = Date.parse('2026-11-21T08:41:07.123Z');
/** Ahead of the database's clock, even after the desk's clock is set back: only the desk's clock decides what is due. */
export const nowAheadOfDatabase = (): number => Math.max(testNow, Date.now()) + 2 * 3_600_000;

/** A desk with its own database and a stopped clock. It sends due items only when a test calls for it. */
export interface TestDesk {
  desk: DeskContext;
  databaseUrl: string;
  /** `setMs`: how far the clock was set ahead, beside its normal advance. `sleptMs`: how long the machine has slept. */
  clock: { now: number; setMs: number; sleptMs: number };
  logged: unknown[][];
  /** Another process of the same desk, with connections of its own. */
  another(): DeskContext;
  /** For negative controls: advisory locks do not block on connections opened from now on. */
  breakAdvisoryLocks(): Promise<void>;
  /** Blocks inserts once they have begun. @returns unblocks them */
  holdInserts(table: string): Promise<() => Promise<void>>;
  openLocation(settings?: Partial<Location>): Promise<TestLocation>;
  close(): Promise<void>;
}

/** A location with its own platform and manager, so that the tests of a file do not share data. */
export interface TestLocation {
  actor: Actor;
  location: Location;
  platform: FakePlatform;
  /** A press or a scan now. */
  tap(): { tapId: string; tappedAt: number; sentAt: number };
  ledger(): Promise<Visit[]>;
  /** Retries all unconfirmed look-ups of this location. */
  confirm(): Promise<void>;
  /** Advances the clock, and attempts everything of this location that is due then. */
  pass(ms: number): Promise<void>;
  /** @returns the location as it is then */
  retire(): Promise<Location>;
}

export async function createTestDesk(adminUrl: string): Promise<TestDesk> {
  const database = await createDeskDatabase(adminUrl);
  const clock = { now: testNow, setMs: 0, sleptMs: 0 };
  const confirmations: VisitKey[] = [];
  const logged: unknown[][] = [];
  const platforms: FakePlatform[] = [];
  const closes: (() => Promise<void>)[] = [];
  const write = (...line: unknown[]) => void logged.push(line);

  const open = (): DeskContext => {
    const storage = createStorageWatch({ info: write, warn: write, error: write }, () => {});
    const { db, close } = openDatabase(database.url, {
      // however busy the machine is
      waitForConnectionMs: 60_000,
      longestStatementMs: longestTestMs,
      onRefusal: storage.report,
    });
    closes.push(close);
    const core = {
      db,
      clock: () => clock.now,
      clockWatch: createClockWatch(
        () => clock.now,
        () => clock.now - clock.setMs,
        'the machine of the test',
      ),
      storage,
      newId: () => randomUUID(),
      secret: testSecret,
      badgeKey: testSecret,
      url: 'http://127.0.0.1:3000',
      environmentUrls: [],
      mailer: null,
      confirmationQueue: {
        enqueue: async (_tx: Queryable, queued: readonly VisitKey[]) => void confirmations.push(...queued),
      },
      version: 'test',
      live: { subscribe: () => () => {}, stopping: new AbortController().signal },
      metrics: createDeskMetrics(),
      log: { info: write, warn: write, error: write } satisfies Log as Log,
    };
    const now = () => clock.now - clock.setMs - clock.sleptMs;
    // however late a count is on a busy machine
    const limitTime = { ...realTime, waitForLate: () => new Promise<null>(() => {}) };
    const startDeadline = endsOnlyInSilence(() => platforms.some(({ isSilent }) => isSilent));
    return { ...core, gymClientOf: createGymClients(core, { now, limitTime, startDeadline }) };
  };
  const desk = open();

  /** Attempts also what becomes due by an attempt, and each item once. */
  const sendDue = async <Key extends object>(
    choose: () => Promise<Key[]>,
    send: (desk: DeskContext, row: { key: Key }) => Promise<void>,
  ) => {
    const attempted = new Set<string>();
    for (;;) {
      const key = (await choose()).find((chosen) => !attempted.has(JSON.stringify(chosen)));
      if (!key) return;
      attempted.add(JSON.stringify(key));
      await send(desk, { key });
    }
  };
  const sendAllDue = async (locationId: string) => {
    const choice = () => ({ now: new Date(clock.now), atMost: 1_000, of: [locationId] });
    await sendDue(() => chooseDue(desk.db, dueAttempts(desk.db, visitLedger(desk)), choice()), sendVisit);
    await sendDue(() => chooseDue(desk.db, dueAttempts(desk.db, taskLedger(desk)), choice()), sendTaskChange);
    await sendDue(() => chooseDue(desk.db, dueAttempts(desk.db, messageLedger(desk)), choice()), sendHeldMessage);
  };

  return {
    desk,
    databaseUrl: database.url,
    clock,
    logged,
    another: open,
    breakAdvisoryLocks: async () => {
      const name = new URL(database.url).pathname.slice(1);
      await desk.db.execute(`create schema broken`);
      for (const lock of ['pg_advisory_xact_lock', 'pg_advisory_xact_lock_shared']) {
        await desk.db.execute(`create function broken.${lock}(bigint) returns void language sql as ''`);
      }
      await desk.db.execute(`alter database ${name} set search_path = broken, pg_catalog, public`);
    },
    holdInserts: async (table) => {
      const turn = 'pg_catalog.pg_advisory_xact_lock';
      await desk.db.execute(
        `create function wait_for_turn() returns trigger language plpgsql as
           'begin perform ${turn}_shared(1); return new; end'`,
      );
      await desk.db.execute(
        `create trigger held before insert on ${table} for each row execute function wait_for_turn()`,
      );
      const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = desk.db.transaction(async (tx) => {
        await tx.execute(`select ${turn}(1)`);
        held.resolve();
        await released.promise;
      });
      closes.unshift(async () => released.resolve());
      await held.promise;
      return async () => {
        released.resolve();
        await holding;
      };
    },
    openLocation: async (settings = {}) => {
      const platform = await new FakePlatform().start();
      platform.clock = () => clock.now;
      platform.tasks.clock = () => clock.now;
      platforms.push(platform);
      const [id, staffId] = [desk.newId(), desk.newId()];
      const location = await storeLocation(desk.db, {
        id,
        staffId,
        apiUrl: platform.url,
        apiKey: platform.apiKey,
        settings,
        secret: testSecret,
        passwordHash: testPasswordHash,
        now: new Date(clock.now),
      });
      return {
        actor: { staffId, location, mayOverride: true },
        location,
        platform,
        tap: () => ({ tapId: randomUUID(), tappedAt: clock.now, sentAt: clock.now }),
        ledger: () =>
          desk.db
            .select()
            .from(visits)
            .where(eq(visits.locationId, id))
            .orderBy(asc(visits.tappedAt), asc(visits.tapId)),
        confirm: async () => {
          for (const key of confirmations.splice(0)) {
            if (key.locationId === id) await confirm(desk, { key });
            else confirmations.push(key);
          }
        },
        pass: async (ms) => {
          clock.now += ms;
          await sendAllDue(id);
        },
        retire: () => setRetired(desk, { locationId: id, isRetired: true }),
      };
    },
    close: async () => {
      await Promise.all(platforms.map((platform) => platform.stop()));
      for (const close of closes) await close();
      await database.drop();
      const deviations = new Set(platforms.flatMap((platform) => platform.deviations));
      if (deviations.size > 0) throw new Error(`The document does not allow: ${[...deviations].join('; ')}.`);
    },
  };
}
