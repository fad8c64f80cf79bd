import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { BlockList } from 'node:net';
import type { Hono } from 'hono';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Permission, permissions } from '#contracts/v2/operations.ts';
import { type Clock, randomIds } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import {
  type OperatorDatabase,
  openDatabase,
  openOperatorDatabase,
  type PlatformDatabase,
} from '#platform/db/client.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import type { Dialect } from '#platform/http/sandbox/dialects.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import { type CreatedGym, createGym, type NewGym } from '#platform/services/new-gyms/create.ts';
import type { Operator } from '#platform/services/operator.ts';
import { openSandbox, type Sandbox } from '#platform/services/sandbox/sandbox.ts';
import type { TemplateData, TestDatabase } from '#shared/testing/cloned-database.ts';
import { longestTestMs } from '#shared/testing/limits.ts';
import { type AskExport, exportClientOf } from './export-client.ts';
import { exportFolder } from './export-rules.ts';
import { type AskGym, gymClientOf } from './gym-client.ts';
import { type Ask, clientOf } from './membership-client.ts';
import { openProcess } from './open-process.ts';
import { createPlatformDatabase } from './platform-database.ts';

export interface TestGym extends CreatedGym {
  /** Calls version 2. */
  ask: Ask;
  /** Calls the gym interface, version 1. */
  askV1: AskGym;
  /** Calls the data export. */
  askExport: AskExport;
}

export interface TestPlatform {
  app: Hono<PlatformEnv>;
  db: PlatformDatabase;
  url: string;
  sandbox: Sandbox;
  /** The platform's clock: it stands still until a test changes it. */
  time: { now: Date };
  /** One log line per request and failure. */
  logged: Record<string, unknown>[];
  newGym(gym?: Partial<NewGym>): Promise<TestGym>;
  newKey(gym: TestGym, allowed?: readonly Permission[]): Promise<string>;
  operate<T>(work: (operator: Operator) => Promise<T>): Promise<T>;
  /** Runs statements as a superuser, without row-level security. */
  rows<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  askWith(apiKey: string | undefined): Ask;
}

/** The platform with its own database, for the tests of one file. */
export function startTestPlatform(
  options: { now?: string; data?: TemplateData; dialect?: Dialect; trustedProxies?: BlockList } = {},
): TestPlatform {
  const time = { now: new Date(options.now ?? '2026-11-21T09:41:07.000Z') };
  const clock: Clock = () => time.now;
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => logged.push(JSON.parse(line)) });
  const platform = { time, logged } as TestPlatform; // safe because: beforeAll sets the rest
  let database: TestDatabase;
  let operator: OperatorDatabase;
  let admin: pg.Pool;

  beforeAll(async () => {
    database = await createPlatformDatabase(inject('adminDatabaseUrl'), options.data);
    const { url } = database;
    const db = openDatabase({ url, maxConnections: 10, longestStatementMs: longestTestMs });
    operator = openOperatorDatabase({ url });
    admin = new pg.Pool({ connectionString: url, max: 2 });
    admin.on('error', () => {}); // dropping the database ends connections that are still closing
    const { dialect, trustedProxies } = options;
    const sandbox = await openSandbox({ databaseUrl: url, ids: randomIds, log });
    const app = openProcess({ db, time }, { log, trustedProxies, sandbox, dialect });
    const operate: TestPlatform['operate'] = (work) =>
      operator.transaction((sql) => work({ sql, clock, ids: randomIds }));
    Object.assign(platform, {
      app,
      db,
      url,
      sandbox,
      operate,
      newGym: async (gym) => {
        const named = { name: `Gym ${randomUUID()}`, timeZone: 'Europe/Berlin', ...gym };
        const created = await operate((operator) => createGym(operator, named));
        return {
          ...created,
          ask: clientOf(app, created.apiKey),
          askV1: gymClientOf(app, created),
          askExport: exportClientOf(app, created.apiKey),
        };
      },
      newKey: async ({ chainId, gymId }, allowed = permissions) =>
        (await operate((operator) => createApiKey(operator, { chainId, gymId, permissions: [...allowed] }))).apiKey,
      rows: async (statement, values) => (await admin.query(statement, values)).rows,
      askWith: (apiKey) => clientOf(app, apiKey),
    } satisfies Partial<TestPlatform>);
  });
  afterAll(async () => {
    await platform.sandbox.close();
    await platform.db.close();
    await operator.close();
    await admin.end();
    await database.drop();
    fs.rmSync(exportFolder, { recursive: true, force: true });
  });
  return platform;
}
