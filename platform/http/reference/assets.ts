import { consoleScript } from '#platform/http/console/shell/assets.ts';
import { assetOf, javaScript, pageAssets } from '#platform/http/page-assets.ts';

const { addressOf, routes } = pageAssets('/reference/assets', { 'script.js': assetOf(javaScript, [consoleScript]) });

export const assetRoutes = routes;
export const addressOfScript = addressOf('script.js');
