import { Hono } from 'hono';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { membershipDocument } from '#platform/http/v2/document.ts';
import { type ReferenceDocument, renderReference } from './page.ts';

const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The documentation that the platform serves of itself, generated when somebody first asks. */
export function referenceRoutes(): Hono<PlatformEnv> {
  let generated: ReturnType<typeof generate> | undefined;
  const get = () => (generated ??= generate());
  return new Hono<PlatformEnv>()
    .get('/openapi/v2.json', (c) => c.json(get().document))
    .get('/reference/v2', async (c) => {
      c.header('Content-Security-Policy', contentSecurityPolicy);
      return c.html(await get().page);
    });
}

function generate() {
  const document = membershipDocument();
  return { document, page: renderReference(document as unknown as ReferenceDocument) }; // safe because: our routes generate these parts
}
