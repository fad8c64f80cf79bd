import type { BlockList } from 'node:net';
import { type Context, Hono } from 'hono';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { assetRoutes } from './assets.ts';
import { renderIndex } from './index-page.ts';
import { answerPage } from './layout.ts';
import { renderReference } from './page.ts';
import { collectionFileOf, createCollection } from './postman.ts';
import { addressesOf, interfaceNames } from './reference.ts';
import { onceADay, references } from './references.ts';
import { servedAddress } from './served-address.ts';

/** The platform's own documentation, generated at the first request of a day. */
export function referenceRoutes(options: {
  clock: Clock;
  trustedProxies: BlockList;
  gymPaths: readonly string[];
  /** Whether the pages link to a sandbox. */
  hasSandbox: boolean;
}): Hono<PlatformEnv> {
  const basePathsOf = { v1: options.gymPaths, v2: [''], export: [''] };
  const serversOf = (c: Context<PlatformEnv>, basePaths: readonly string[]) => {
    const address = servedAddress(c, options.trustedProxies);
    return basePaths.map((path) => ({ url: `${address}${path}` || '/' }));
  };
  const routes = new Hono<PlatformEnv>().get('/reference', (c) => answerPage(c, renderIndex(options.hasSandbox)));
  routes.route('/', assetRoutes());
  for (const name of interfaceNames) {
    const addresses = addressesOf(name);
    const reference = () => references[name](options.clock());
    const page = onceADay((now) => renderReference(references[name](now), options.hasSandbox));
    routes
      .get(addresses.document, (c) => {
        allowOtherSites(c);
        return c.json({ ...reference().document, servers: serversOf(c, basePathsOf[name]) });
      })
      .get(addresses.collection, (c) => {
        allowOtherSites(c);
        c.header('Content-Disposition', `attachment; filename="${collectionFileOf(name)}"`);
        return c.json(createCollection(reference(), servedAddress(c, options.trustedProxies)));
      })
      .get(addresses.page, (c) => answerPage(c, page(options.clock())));
  }
  return routes;
}

/** Viewers and generators on other sites may read documents: they have nothing of a gym. */
const allowOtherSites = (c: Context<PlatformEnv>) => c.header('Access-Control-Allow-Origin', '*');
