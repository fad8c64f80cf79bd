import type { Context } from 'hono';
import type { SignInWork } from '#platform/services/owners/attempts.ts';
import { browserNameOf } from '#shared/session/browser-name.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { browserFor, browserForAnybody, deviceLifeMs, readDevice, signDevice } from '#shared/sign-in/known-browser.ts';
import { getCookie, setCookie } from './cookies.ts';
import type { ConsoleEnv } from './environment.ts';
import { type SigningWork, signingOf } from './signing.ts';

const browserCookie = 'front_desk_browser';

const readKept = (c: Context<ConsoleEnv>, work: SigningWork) =>
  readDevice(signingOf(work), getCookie(c, browserCookie));

/** The browser's identity when it signs in with this address. */
export const readBrowser = (c: Context<ConsoleEnv>, work: SigningWork, address: string): Browser =>
  browserFor(signingOf(work), { device: readKept(c, work), clientAddress: c.get('clientAddress') }, address);

/** The same for a passkey, before it is known whose it is. */
export const readBrowserOfAnybody = (c: Context<ConsoleEnv>, work: SigningWork): Browser =>
  browserForAnybody({ device: readKept(c, work), clientAddress: c.get('clientAddress') });

/** The name of the browser and its system, such as `Firefox, Windows`. Null for an unknown one. */
export const readBrowserName = (c: Context<ConsoleEnv>): string | null => browserNameOf(c.req.header('user-agent'));

/** Remembers this browser as known for an owner, for one year. */
export function rememberBrowser(
  c: Context<ConsoleEnv>,
  work: SigningWork & Pick<SignInWork, 'ids'>,
  address: string,
): void {
  const device = readKept(c, work) ?? { deviceId: work.ids.uuid(), people: [] };
  setCookie(c, browserCookie, signDevice(signingOf(work), device, address), deviceLifeMs / 1000);
}
