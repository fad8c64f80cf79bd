import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import manifest from 'swagger-ui-dist/package.json' with { type: 'json' };
import { css, javaScript } from '#platform/http/page-assets.ts';

/** The files of Swagger UI that are served. */
const files = {
  'swagger-ui.css': { type: css, place: import.meta.resolve('swagger-ui-dist/swagger-ui.css') },
  'swagger-ui-bundle.js': { type: javaScript, place: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
};

const addressOf = (name: keyof typeof files) => `/reference/viewer/${name}`;

/** The address contains the version, so that browsers may cache the file forever. */
export const addressOfFile = (name: keyof typeof files): string => `${addressOf(name)}?v=${manifest.version}`;

/** Needs no authentication. The files have 2 MB, and are read when they are asked for: most platforms never show them. */
export function fileRoutes(): Hono {
  const routes = new Hono();
  for (const name of Object.keys(files) as (keyof typeof files)[]) {
    // safe because: it is a closed literal
    const { type, place } = files[name];
    routes.get(addressOf(name), async (c) =>
      c.body(new Uint8Array(await readFile(new URL(place))), 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
      }),
    );
  }
  return routes;
}
