import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#shared/calendar/durations.ts';
import type { Browser } from './browser.ts';

/** How long a browser stays known after a sign-in by password, passkey or badge. */
export const deviceLifeMs = 365 * dayMs;
/**
 * A browser is known for this many people, the most recent ones. A person who was pushed out is unknown at their next
 * sign-in.
 */
const mostPeople = 20;

interface Signing {
  secret: string;
  previousSecret?: string | undefined;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

/** A browser in which someone has signed in by password or passkey. */
export interface Device {
  deviceId: string;
  /** Keyed digests of these people, the most recent first. Empty in older cookies, which did not contain them. */
  people: readonly string[];
}

const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(`device/${text}`).digest();

const personOf = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(`person/${address}`).digest('base64url').slice(0, 22);

/**
 * The signed cookie of a browser after a sign-in by password or passkey. It makes the browser known for this person, in
 * addition to the earlier ones. It reveals no identity, and does not help to guess other people's passwords: the browser
 * is known only for those who signed in.
 */
export function signDevice(signing: Signing, { deviceId, people }: Device, address: string): string {
  const person = personOf(signing.secret, address);
  const known = [person, ...people.filter((other) => other !== person)].slice(0, mostPeople);
  return renewDevice(signing, { deviceId, people: known });
}

/**
 * The signed cookie of a known browser for another year, by the present secret: for a counter where everybody signs in by badge. It
 * is known for the same people as before.
 */
export function renewDevice({ secret, clock }: Signing, { deviceId, people }: Device): string {
  const text = [deviceId, clock() + deviceLifeMs, ...people].join('.');
  return `${text}.${macOf(secret, text).toString('base64url')}`;
}

const shape = /^(([\w-]{1,64})\.(\d{1,16})((?:\.[\w-]{22}){0,20}))\.([\w-]{43})$/;

/** @returns null for an unknown browser */
export function readDevice({ secret, previousSecret, clock }: Signing, kept: string | undefined): Device | null {
  const [, text = '', deviceId = '', expiresAt = '', people = '', mac = ''] = shape.exec(kept ?? '') ?? [];
  if (deviceId === '' || Number(expiresAt) <= clock()) return null;
  const given = Buffer.from(mac, 'base64url');
  const isOurs = [secret, previousSecret].some((key) => key !== undefined && timingSafeEqual(macOf(key, text), given));
  return isOurs ? { deviceId, people: people.split('.').slice(1) } : null;
}

interface Sender {
  device: Device | null;
  clientAddress: string;
}

/**
 * The browser for a sign-in of one person: known only if this person has signed in there before. If only others have signed in,
 * it is unknown.
 */
export function browserFor(
  { secret, previousSecret }: Omit<Signing, 'clock'>,
  { device, clientAddress }: Sender,
  address: string,
): Browser {
  const digests = [secret, previousSecret].flatMap((key) => (key === undefined ? [] : personOf(key, address)));
  const isKnown = device?.people.some((person) => digests.includes(person));
  if (!device || !isKnown) return { deviceId: null, clientAddress };
  return { deviceId: device.deviceId, person: personOf(secret, address), clientAddress };
}

/** The browser for a badge, a link or a passkey: known if anyone has signed in there before. */
export const browserForAnybody = ({ device, clientAddress }: Sender): Browser =>
  device
    ? { deviceId: device.deviceId, person: device.people[0] ?? device.deviceId, clientAddress }
    : { deviceId: null, clientAddress };
