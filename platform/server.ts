import fs from 'node:fs';
import { createServer as createPlainServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createAdaptorServer } from '@hono/node-server';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { createApp } from './app.ts';
import { createDrain } from './drain.ts';
import { hostInUrl } from './host-in-url.ts';
import type { PlatformSettings } from './settings.ts';

interface OpenServer {
  url: string;
  /** Takes no more connections and answers what is under way, for three seconds at most. */
  close(): Promise<void>;
  isClosing(): boolean;
}

type Fetch = ReturnType<typeof createApp>['fetch'];

const longestDrainMs = 3_000;

/** @throws EnvironmentError for an address that cannot be listened on or a certificate that cannot be read */
export async function openServer(fetch: Fetch, settings: PlatformSettings): Promise<OpenServer> {
  const server = createServer(fetch, settings);
  const drain = createDrain(server, { longestMs: longestDrainMs });
  const port = await listen(server, settings);
  return {
    url: `${settings.tls ? 'https' : 'http'}://${hostInUrl(settings.host)}:${port}`,
    close: drain.end,
    isClosing: drain.hasBegun,
  };
}

function createServer(fetch: Fetch, { tls }: PlatformSettings): Server {
  const asServer = (server: ReturnType<typeof createAdaptorServer>) => server as Server; // safe because: none is of HTTP/2
  if (!tls) return asServer(createAdaptorServer({ fetch, createServer: createPlainServer }));
  const serverOptions = {
    cert: readTlsFile('PLATFORM_TLS_CERT', tls.certFile),
    key: readTlsFile('PLATFORM_TLS_KEY', tls.keyFile),
  };
  return asServer(createAdaptorServer({ fetch, createServer: createTlsServer, serverOptions }));
}

function readTlsFile(variable: string, file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch {
    throw new EnvironmentError(`${variable} names ${file}, which cannot be read.`);
  }
}

function listen(server: Server, { host, port }: PlatformSettings): Promise<number> {
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
