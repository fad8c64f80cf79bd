import { headers } from 'next/headers';
import { keepEarlyKeys } from '#lib/browser/scan/early-keys.ts';

/** Otherwise input validation would test for `eval`, which the page's policy blocks and browsers report. */
const writeNoCode = '(globalThis.__zod_globalConfig ??= {}).jitless = true;';

/** Records key presses of a card reader before the page's scripts have loaded. */
export async function EarlyKeysScript() {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function, without user input
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `${writeNoCode}(${keepEarlyKeys})()` }} />;
}
