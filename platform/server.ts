import http, { type Server } from 'node:http';
import https from 'node:https';
import { createAdaptorServer } from '@hono/node-server';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { Log } from '#shared/log/log.ts';
import { outliveProxies } from '#shared/network/idle-connections.ts';
import { refusePipelined } from '#shared/network/refuse-pipelined.ts';
import type { createApp } from './app.ts';
import { hostInUrl } from './base/host-in-url.ts';
import { createDrain } from './drain.ts';
import type { PlatformSettings } from './settings.ts';
import { checkHourly, createTlsRenewal, readTlsFiles } from './tls-files.ts';

interface OpenServer {
  url: string;
  /** Accepts no new connections and answers running requests, for three seconds at most. */
  close(): Promise<void>;
  isClosing(): boolean;
}

type Fetch = ReturnType<typeof createApp>['fetch'];

const longestDrainMs = 3_000;

/** @throws EnvironmentError if the address cannot be listened on or the certificate cannot be read */
export async function openServer(fetch: Fetch, settings: PlatformSettings, log?: Log): Promise<OpenServer> {
  const server = createServer(fetch, settings, log);
  const drain = createDrain(server, { longestMs: longestDrainMs });
  const port = await listen(server, settings);
  return {
    url: `${settings.tls ? 'https' : 'http'}://${hostInUrl(settings.host)}:${port}`,
    close: drain.end,
    isClosing: drain.hasBegun,
  };
}

function createServer(fetch: Fetch, { tls }: PlatformSettings, log: Log | undefined): Server {
  // safe because: none of them uses HTTP/2
  const asServer = (server: ReturnType<typeof createAdaptorServer>) => discardUnread(server as Server);
  // the name of a host for HTTP/1.0, whose requests need not have one
  const options = { fetch, autoCleanupIncoming: false, hostname: 'localhost' };
  if (!tls) return asServer(createAdaptorServer({ ...options, createServer: openPlain }));
  const serverOptions = readTlsFiles(tls);
  const server = createAdaptorServer({ ...options, createServer: openTls, serverOptions });
  // safe because: `openTls` has made it
  const renew = createTlsRenewal(server as https.Server, { files: tls, inUse: serverOptions, log });
  server.once('close', checkHourly(renew));
  return asServer(server);
}

const openPlain = ((options: http.ServerOptions, answer: http.RequestListener) =>
  http.createServer({ ...options, ...outliveProxies }, refusePipelined(answer))) as typeof http.createServer; // safe because: the adapter passes both arguments
const openTls = ((options: https.ServerOptions, answer: http.RequestListener) =>
  https.createServer({ ...options, ...outliveProxies }, refusePipelined(answer))) as typeof https.createServer; // safe because: the adapter passes both arguments

/**
 * Reads and discards the rest of a rejected body, so that the connection can serve its next request. Otherwise the
 * adapter's own listeners would block it, and the adapter would close the connection half a second later, together
 * with the next request.
 */
const discardUnread = (server: Server): Server =>
  server.on('request', (request, response) => {
    if (!('content-length' in request.headers || 'transfer-encoding' in request.headers)) return;
    response.once('close', () => {
      if (!request.readableEnded) request.removeAllListeners('data').removeAllListeners('readable').resume();
    });
  });

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
