import { Hono } from 'hono';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { answerPage } from '#platform/http/reference/layout.ts';
import { addressesOf, interfaceNames } from '#platform/http/reference/reference.ts';
import { onceADay, references } from '#platform/http/reference/references.ts';
import { isLocal } from '#platform/http/require-local-client.ts';
import { assetRoutes } from './assets.ts';
import { fileRoutes } from './files.ts';
import { renderViewer } from './page.ts';
import { triedDocument } from './tried-document.ts';

/** What Swagger UI needs in addition: its style sheet with pictures inside, and requests to this platform. */
const besides = { style: " 'self'", rest: "; img-src data:; connect-src 'self'" };

/** The pages that send requests of an interface from the browser. */
export function viewerRoutes({ clock, hasSandbox }: { clock: Clock; hasSandbox: boolean }): Hono<PlatformEnv> {
  const routes = new Hono<PlatformEnv>().route('/', assetRoutes()).route('/', fileRoutes());
  for (const name of interfaceNames) {
    const { viewer, triedDocument: address } = addressesOf(name);
    const document = onceADay((now) => triedDocument(references[name](now)));
    routes
      .get(address, (c) => c.json(document(clock())))
      .get(viewer, (c) =>
        answerPage(
          c,
          renderViewer(references[name](clock()), { hasSandbox, offersGym: hasSandbox && isLocal(c) }),
          besides,
        ),
      );
  }
  return routes;
}
