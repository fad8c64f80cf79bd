import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#shared/calendar/durations.ts';
import type { Browser } from './browser.ts';

/** How long a browser is known after a sign-in by password. */
export const deviceLifeMs = 365 * dayMs;
/** A browser is known for those who signed in there last; who does so again after so many others, is a stranger once. */
const mostPeople = 20;

interface Signing {
  secret: string;
  previousSecret?: string | undefined;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

/** A browser in which somebody has signed in by password. */
export interface Device {
  deviceId: string;
  /** Keyed digests of who did, the last one first; none in what a browser kept before these were. */
  people: readonly string[];
}

const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(`device/${text}`).digest();

const personOf = (secret: string, address: string): string =>
  createHmac('sha256', secret).update(`person/${address}`).digest('base64url').slice(0, 22);

/**
 * What a browser keeps in which a person has signed in by password, so that it is known for them and whoever did before. It says
 * nothing of who they are, and is worth nothing to anybody else: by signing in oneself nobody buys a guess at others.
 */
export function signDevice({ secret, clock }: Signing, { deviceId, people }: Device, address: string): string {
  const person = personOf(secret, address);
  const known = [person, ...people.filter((other) => other !== person)].slice(0, mostPeople);
  const text = [deviceId, clock() + deviceLifeMs, ...known].join('.');
  return `${text}.${macOf(secret, text).toString('base64url')}`;
}

const shape = /^(([\w-]{1,64})\.(\d{1,16})((?:\.[\w-]{22}){0,20}))\.([\w-]{43})$/;

/** @returns null for a browser that is not known */
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

/** The browser as it counts for a person: where only others have signed in, it is any browser. */
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

/** The browser as it counts for whom a badge or a link names. */
export const browserForAnybody = ({ device, clientAddress }: Sender): Browser =>
  device
    ? { deviceId: device.deviceId, person: device.people[0] ?? device.deviceId, clientAddress }
    : { deviceId: null, clientAddress };
