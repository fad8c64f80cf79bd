import 'server-only';
import { cookies, headers } from 'next/headers';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { readDevice, signDevice } from './device.ts';
import { keepInBrowser } from './keep-in-browser.ts';

/** Where somebody signs in. */
export interface Browser {
  /** Of a browser in which somebody has signed in by password before; null for any other. */
  deviceId: string | null;
  clientAddress: string;
}

const name = 'device';

/** The address that the desk's own server put there (see scripts/desk-program.ts). */
export const readClientAddress = async (): Promise<string> => (await headers()).get('x-forwarded-for') ?? '';

export async function readBrowser(desk: Pick<DeskContext, 'secret' | 'previousSecret' | 'clock'>): Promise<Browser> {
  const kept = (await cookies()).get(name)?.value;
  return { deviceId: readDevice(desk, kept), clientAddress: await readClientAddress() };
}

/** Makes this browser a known one, for a year from now on. */
export async function rememberBrowser(desk: DeskContext, { deviceId }: Browser): Promise<void> {
  await keepInBrowser(name, signDevice(desk, deviceId ?? desk.newId()));
}
