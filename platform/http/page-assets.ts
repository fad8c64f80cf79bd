import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Hono } from 'hono';

interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

export const javaScript = 'text/javascript; charset=utf-8';
export const css = 'text/css; charset=utf-8';

/** An asset of some files, and of text before them. They are read once, at the start. */
export const assetOf = (type: string, files: readonly URL[], before = ''): Asset => ({
  bytes: new Uint8Array(Buffer.concat([Buffer.from(before), ...files.map((file) => fs.readFileSync(file))])),
  type,
});

/** Style sheets, scripts and pictures of pages, below a path of their own. Needs no sign-in: they contain no data of a gym. */
export function pageAssets<Name extends string>(folder: string, assets: Readonly<Record<Name, Asset>>) {
  return {
    /** The address contains a hash of the content, so that browsers may cache the file forever. */
    addressOf: (name: Name): string => {
      const digest = createHash('sha256').update(assets[name].bytes).digest('hex');
      return `${folder}/${name}?v=${digest.slice(0, 12)}`;
    },
    routes: (): Hono => {
      const routes = new Hono();
      for (const [name, { bytes, type }] of Object.entries<Asset>(assets)) {
        routes.get(`${folder}/${name}`, (c) =>
          c.body(bytes, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' }),
        );
      }
      return routes;
    },
  };
}
