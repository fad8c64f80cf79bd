import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { readCookie, readHeader } from '#lib/server/base/read-cookie.ts';
import { browserNameOf } from '#shared/session/browser-name.ts';
import { type Device, readDevice, renewDevice, signDevice } from '#shared/sign-in/known-browser.ts';
import { keepInBrowser } from './keep-in-browser.ts';

const name = 'device';

/** The client's IP address; the desk's own server sets this header (see programs/desk/desk-program.ts). */
export const readClientAddress = async (): Promise<string> => (await readHeader('x-forwarded-for')) ?? '';

/** The name of the browser and its system, such as `Firefox, Windows`. Null for an unknown one. */
export const readBrowserName = async (): Promise<string | null> => browserNameOf(await readHeader('user-agent'));

interface SentFrom {
  device: Device | null;
  clientAddress: string;
}

/** Device and address of a request, before it is known who signs in (`browserFor`). */
export async function readBrowser(desk: Pick<DeskContext, 'secret' | 'previousSecret' | 'clock'>): Promise<SentFrom> {
  const kept = await readCookie(name);
  return { device: readDevice(desk, kept), clientAddress: await readClientAddress() };
}

/** Marks this browser as known for a person, for a year. */
export async function rememberBrowser(
  desk: DeskContext,
  { device, address }: Pick<SentFrom, 'device'> & { address: string },
): Promise<void> {
  await keepInBrowser(name, signDevice(desk, device ?? { deviceId: desk.newId(), people: [] }, address));
}

/** Keeps a browser known for another year, for nobody else than before. */
export const renewBrowser = (desk: DeskContext, device: Device): Promise<void> =>
  keepInBrowser(name, renewDevice(desk, device));
