import { headers } from 'next/headers';
import { keepEarlyKeys } from '#lib/browser/scan/early-keys.ts';

/** What checks inputs would else try whether it may write code, which the policy of every page refuses and browsers report. */
const writeNoCode = '(globalThis.__zod_globalConfig ??= {}).jitless = true;';

/** Listens to the reader from the first moment on, before the scripts of the page have come. */
export async function EarlyKeysScript() {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function, nothing of anybody's input
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `${writeNoCode}(${keepEarlyKeys})()` }} />;
}
