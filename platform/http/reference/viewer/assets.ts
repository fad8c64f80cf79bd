import { assetOf, css, javaScript, pageAssets } from '#platform/http/page-assets.ts';

const fileAt = (name: string) => new URL(import.meta.resolve(`#platform/http/reference/viewer/${name}`));

const { addressOf, routes } = pageAssets('/reference/viewer', {
  'viewer.css': assetOf(css, [fileAt('viewer.css')]),
  'viewer.js': assetOf(javaScript, [fileAt('viewer.js')]),
});

export const assetRoutes = routes;
export const addressOfStyle = addressOf('viewer.css');
export const addressOfScript = addressOf('viewer.js');
