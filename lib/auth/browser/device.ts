import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';

/** How long a browser is known after a sign-in by password. */
export const deviceLifeMs = 365 * 24 * 3_600_000;

type Signing = Pick<DeskContext, 'secret' | 'previousSecret' | 'clock'>;

const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(`device/${text}`).digest();

/** What a browser keeps in which somebody has signed in by password. It says nothing of who. */
export function signDevice({ secret, clock }: Signing, deviceId: string): string {
  const text = `${deviceId}.${clock() + deviceLifeMs}`;
  return `${text}.${macOf(secret, text).toString('base64url')}`;
}

/** @returns the id of a browser that is known; null for any other */
export function readDevice({ secret, previousSecret, clock }: Signing, kept: string | undefined): string | null {
  const [, deviceId = '', expiresAt = '', mac = ''] = /^([\w-]{1,64})\.(\d{1,16})\.([\w-]{43})$/.exec(kept ?? '') ?? [];
  if (deviceId === '' || Number(expiresAt) <= clock()) return null;
  const given = Buffer.from(mac, 'base64url');
  const isOurs = [secret, previousSecret].some(
    (key) => key !== undefined && timingSafeEqual(macOf(key, `${deviceId}.${expiresAt}`), given),
  );
  return isOurs ? deviceId : null;
}
