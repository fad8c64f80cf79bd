import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Hono } from 'hono';
import { fontFaces } from '#platform/http/fonts.ts';

interface Asset {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

const assetAt = (file: URL, type: string, before = ''): Asset => ({
  bytes: new Uint8Array(Buffer.concat([Buffer.from(before), fs.readFileSync(file)])),
  type,
});
const ofConsole = (name: string, type: string, before?: string) =>
  assetAt(new URL(import.meta.resolve(`#platform/http/console/shell/${name}`)), type, before);

const javaScript = 'text/javascript; charset=utf-8';
/** WebAuthn for browsers, as its package ships it for pages without a bundler. */
const webAuthn = new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'));

/** All assets of a page, read once at the start. */
const assets: Readonly<Record<string, Asset>> = {
  'style.css': ofConsole('style.css', 'text/css; charset=utf-8', `${fontFaces}\n`),
  'script.js': ofConsole('script.js', javaScript),
  'passkeys.js': ofConsole('passkeys.js', javaScript),
  'webauthn.js': assetAt(webAuthn, javaScript),
  'icon.svg': ofConsole('icon.svg', 'image/svg+xml'),
};

/** The address contains a hash of the content, so that browsers may cache the file forever. */
const addressOf = (name: keyof typeof assets & string): string => {
  const digest = createHash('sha256')
    .update(assets[name]?.bytes ?? '')
    .digest('hex');
  return `/console/${name}?v=${digest.slice(0, 12)}`;
};
export const addressOfStyle = addressOf('style.css');
export const addressOfScript = addressOf('script.js');
export const addressOfPasskeyScript = addressOf('passkeys.js');
export const addressOfWebAuthn = addressOf('webauthn.js');

/** Needs no sign-in: the assets contain no data of a gym. */
export function assetRoutes(): Hono {
  const routes = new Hono();
  for (const [name, { bytes, type }] of Object.entries(assets)) {
    routes.get(`/console/${name}`, (c) =>
      c.body(bytes, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' }),
    );
  }
  return routes;
}
