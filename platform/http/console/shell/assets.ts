import { fontFaces } from '#platform/http/fonts.ts';
import { assetOf, css, javaScript, pageAssets } from '#platform/http/page-assets.ts';

const fileAt = (name: string) => new URL(import.meta.resolve(`#platform/http/console/shell/${name}`));

/** WebAuthn for browsers, as its package ships it for pages without a bundler. */
const webAuthn = new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'));

/** The console's style sheet and its script, which other pages may use. */
export const consoleStyle = fileAt('style.css');
export const consoleScript = fileAt('script.js');

const { addressOf, routes } = pageAssets('/console', {
  'style.css': assetOf(css, [consoleStyle], `${fontFaces}\n`),
  'script.js': assetOf(javaScript, [consoleScript]),
  'passkeys.js': assetOf(javaScript, [fileAt('passkeys.js')]),
  'webauthn.js': assetOf(javaScript, [webAuthn]),
  'icon.svg': assetOf('image/svg+xml', [fileAt('icon.svg')]),
});

export const assetRoutes = routes;
export const addressOfStyle = addressOf('style.css');
export const addressOfScript = addressOf('script.js');
export const addressOfPasskeyScript = addressOf('passkeys.js');
export const addressOfWebAuthn = addressOf('webauthn.js');
