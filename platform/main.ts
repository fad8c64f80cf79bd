import fs from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { openDatabase } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { randomIds, systemClock } from './dependencies.ts';
import { createSeal } from './seal.ts';
import { EnvironmentError, type PlatformSettings, readSettings } from './settings.ts';

export interface RunningPlatform {
  url: string;
  /** Ends requests, workers and connections, within five seconds. */
  stop(): Promise<void>;
}

const longestDrainMs = 3_000;

/**
 * Starts the platform in this process.
 * @param env the environment to read settings from, usually `process.env`
 * @throws EnvironmentError for settings that are wrong or a port that is taken
 */
export async function startPlatform(env: Record<string, string | undefined>): Promise<RunningPlatform> {
  const settings = readSettings(env);
  const log = pino({ level: settings.logLevel, base: { program: 'platform' } });
  await migrateDatabase(settings.databaseUrl);
  const db = openDatabase({
    url: settings.databaseUrl,
    maxConnections: 20,
    onIdleError: (err) => log.warn({ err }, 'database connection lost'),
  });
  try {
    const { sandbox: allowsLoopback, secret, trustedProxies } = settings;
    const webhooks = { seal: createSeal(secret, randomIds), allowsLoopback };
    const app = createApp({
      db,
      log,
      clock: systemClock,
      ids: randomIds,
      webhooks,
      trustedProxies,
      sandbox: settings.sandbox,
    });
    const server = createServer(app.fetch, settings);
    const port = await listen(server, settings);
    const url = `${settings.tls ? 'https' : 'http'}://${hostInUrl(settings.host)}:${port}`;
    log.info({ url }, 'platform ready');
    return {
      url,
      stop: async () => {
        await drain(server);
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

type Fetch = ReturnType<typeof createApp>['fetch'];

function createServer(fetch: Fetch, { tls }: PlatformSettings): ServerType {
  if (!tls) return createAdaptorServer({ fetch, createServer: createPlainServer });
  const serverOptions = {
    cert: readTlsFile('PLATFORM_TLS_CERT', tls.certFile),
    key: readTlsFile('PLATFORM_TLS_KEY', tls.keyFile),
  };
  return createAdaptorServer({ fetch, createServer: createTlsServer, serverOptions });
}

function readTlsFile(variable: string, file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch {
    throw new EnvironmentError(`${variable} names ${file}, which cannot be read.`);
  }
}

function listen(server: ServerType, { host, port }: PlatformSettings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenMistake(error, host, port)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function toListenMistake(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new EnvironmentError(`Port ${port} is in use: set PLATFORM_PORT to another one.`);
    case 'EACCES':
      return new EnvironmentError(`Port ${port} may not be used by this user: set PLATFORM_PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new EnvironmentError(`HOST is ${host}, which is not an address of this machine.`);
    default:
      return error;
  }
}

/** Requests under way may end; after a while they are cut off. */
async function drain(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  const cutOff = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), longestDrainMs);
  await closed;
  clearTimeout(cutOff);
}

const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};
