import type { BlockList } from 'node:net';
import { type Context, Hono } from 'hono';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { assetRoutes } from './assets.ts';
import { exportReference } from './export-reference.ts';
import { gymReference } from './gym-reference.ts';
import { renderIndex } from './index-page.ts';
import type { Markup } from './layout.ts';
import { membershipReference } from './membership-reference.ts';
import { renderReference } from './page.ts';
import { servedAddress } from './served-address.ts';

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The platform's own documentation, generated at the first request. */
export function referenceRoutes(options: {
  trustedProxies: BlockList;
  gymPaths: readonly string[];
  /** Whether the pages link to a sandbox. */
  hasSandbox: boolean;
}): Hono<PlatformEnv> {
  const interfaces = {
    v1: { create: gymReference, basePaths: options.gymPaths },
    v2: { create: membershipReference, basePaths: [''] },
    export: { create: exportReference, basePaths: [''] },
  };
  const serversOf = (c: Context<PlatformEnv>, basePaths: readonly string[]) => {
    const address = servedAddress(c, options.trustedProxies);
    return basePaths.map((path) => ({ url: `${address}${path}` || '/' }));
  };
  const routes = new Hono<PlatformEnv>().get('/reference', (c) => answerPage(c, renderIndex(options.hasSandbox)));
  routes.route('/', assetRoutes());
  for (const [name, { create, basePaths }] of Object.entries(interfaces)) {
    const reference = once(create);
    const page = once(() => renderReference(reference(), options.hasSandbox));
    routes
      .get(`/openapi/${name}.json`, (c) => {
        // viewers and generators on other sites may read it: it has nothing of a gym
        c.header('Access-Control-Allow-Origin', '*');
        return c.json({ ...reference().document, servers: serversOf(c, basePaths) });
      })
      .get(`/reference/${name}`, (c) => answerPage(c, page()));
  }
  return routes;
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
