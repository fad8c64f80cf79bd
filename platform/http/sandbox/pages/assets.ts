import { consoleScript, consoleStyle } from '#platform/http/console/shell/assets.ts';
import { fontFaces } from '#platform/http/fonts.ts';
import { assetOf, css, javaScript, pageAssets } from '#platform/http/page-assets.ts';

const fileAt = (name: string) => new URL(import.meta.resolve(`#platform/http/sandbox/pages/${name}`));

// below /sandbox, where they are served also while a rule lets everything else fail
const { addressOf, routes } = pageAssets('/sandbox/assets', {
  'style.css': assetOf(css, [consoleStyle, fileAt('style.css')], `${fontFaces}\n`),
  'script.js': assetOf(javaScript, [consoleScript]),
  'live.js': assetOf(javaScript, [fileAt('live.js')]),
  'keep-gym.js': assetOf(javaScript, [fileAt('keep-gym.js')]),
});

export const assetRoutes = routes;
export const addressOfStyle = addressOf('style.css');
export const addressesOfScripts = [addressOf('script.js'), addressOf('live.js'), addressOf('keep-gym.js')];
