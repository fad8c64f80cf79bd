import { BlockList } from 'node:net';
import { Hono } from 'hono';
import type { Dependencies } from './dependencies.ts';
import { notFound } from './errors.ts';
import { authenticate } from './http/authenticate.ts';
import type { PlatformEnv } from './http/environment.ts';
import { answerError } from './http/error-answer.ts';
import { nameAndLogRequests } from './http/request-id.ts';
import { requireHttps } from './http/require-https.ts';
import { refuseUnknownRoute } from './http/unknown-route.ts';
import { membershipInterface } from './http/v2/interface.ts';
import { requireDecodableAddress } from './http/well-formed.ts';

export interface PlatformOptions extends Dependencies {
  /** Proxies whose X-Forwarded-Proto is believed. */
  trustedProxies?: BlockList;
}

/** Puts the platform together. Does no work: the database is first asked by the first request. */
export function createApp(options: PlatformOptions): Hono<PlatformEnv> {
  const { log, clock, ids, trustedProxies = new BlockList() } = options;
  const app = new Hono<PlatformEnv>();
  app.use(nameAndLogRequests(log, ids));
  app.use(requireHttps(trustedProxies));
  app.use(requireDecodableAddress);

  app.get('/health', (c) => c.json({ status: 'ok' }));

  app.use('/api/v2/*', authenticate(options));
  app.route('/', membershipInterface);
  app.all('/api/v2/*', refuseUnknownRoute);

  const answerFailure = answerError(log, clock);
  app.notFound((c) => answerFailure(notFound('UNKNOWN'), c));
  app.onError(answerFailure);
  return app;
}
