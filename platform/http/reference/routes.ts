import type { BlockList } from 'node:net';
import { type Context, Hono } from 'hono';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { gymReference } from './gym-reference.ts';
import { renderIndex } from './index-page.ts';
import type { Markup } from './layout.ts';
import { membershipReference } from './membership-reference.ts';
import { renderReference } from './page.ts';
import { servedAddress } from './served-address.ts';

const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The documentation that the platform serves of itself, generated when somebody first asks. */
export function referenceRoutes(options: {
  trustedProxies: BlockList;
  gymPaths: readonly string[];
}): Hono<PlatformEnv> {
  const membership = once(() => membershipReference());
  const gym = once(() => gymReference());
  const membershipPage = once(() => renderReference(membership()));
  const gymPage = once(() => renderReference(gym()));
  const serversOf = (c: Context<PlatformEnv>, basePaths: readonly string[]) => {
    const address = servedAddress(c, options.trustedProxies);
    return basePaths.map((path) => ({ url: `${address}${path}` || '/' }));
  };
  return new Hono<PlatformEnv>()
    .get('/openapi/v1.json', (c) => c.json({ ...gym().document, servers: serversOf(c, options.gymPaths) }))
    .get('/openapi/v2.json', (c) => c.json({ ...membership().document, servers: serversOf(c, ['']) }))
    .get('/reference', (c) => answerPage(c, renderIndex()))
    .get('/reference/v1', (c) => answerPage(c, gymPage()))
    .get('/reference/v2', (c) => answerPage(c, membershipPage()));
}

function answerPage(c: Context<PlatformEnv>, page: Markup) {
  c.header('Content-Security-Policy', contentSecurityPolicy);
  return c.html(page);
}

function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
