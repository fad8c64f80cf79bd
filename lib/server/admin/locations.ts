import 'server-only';
import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { type GymAccess, guardedOrigin, legacyAddress, timeZoneName } from '#lib/server/base/env.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { reopenLocation, retireLocation } from '#lib/server/gyms/retire-location.ts';
import { storeGym } from '#lib/server/gyms/store-gym.ts';
import { findSecret } from '#lib/server/locations/find-secret.ts';
import {
  type EnteredKey,
  findLocationOfKey,
  lockKeys,
  type OtherLocation,
} from '#lib/server/locations/location-of-key.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { setReader } from '#lib/server/locations/set-reader.ts';
import { slugInput } from '#lib/wire/gyms.ts';
import { locationSettings } from '#lib/wire/locations.ts';
import { timeZoneUnknown } from '#shared/database/find-time-zone.ts';
import type { AdminContext } from './admin-context.ts';
import { locationInput, requireMeantLocation } from './find-location.ts';

const addInput = z.object({
  name: requiredText(200),
  slug: slugInput('--slug must be small letters, digits, and hyphens between them.').optional(),
  timeZone: timeZoneName('--time-zone'),
  apiUrl: guardedOrigin('--api-url', 'https://api.example.com'),
  apiKey: z.string().trim().min(1, 'Give the API key of the gym on standard input.'),
  capacity: z.coerce.number('Must be a number of people.').pipe(locationSettings.shape.capacity.unwrap()).optional(),
});

/** Reads the API key from standard input. */
export async function addLocationCommand({ desk, host }: AdminContext<'readInput'>, options: unknown) {
  const apiKey = await host.readInput();
  const location = addInput.parse({ ...(options as object), apiKey }); // safe because: commander passes an object
  const { slug, ...gym } = location;
  const stored = await storeGym(desk, { id: desk.newId(), ...gym, slug, by: null });
  if (stored.kind === 'slugTaken') throw new ActionFailure('conflict', `Another location has the slug ${slug}.`);
  if (stored.kind === 'inUseElsewhere') throw keyInUse(stored.holder);
  if (stored.kind === 'timeZoneUnknown') {
    throw new ActionFailure('invalidInput', timeZoneUnknown('--time-zone', location.timeZone));
  }
  const { id, name, slug: chosen } = stored.gym;
  return { id, name, slug: chosen };
}

const keyInUse = ({ name, slug }: OtherLocation) =>
  new ActionFailure('conflict', `The location ${name} (${slug}) uses this key. Each gym has its own.`);

/** All locations in order of their names, without their credentials. */
export function listLocations(db: Queryable) {
  const { id, name, slug, timeZone, capacity, apiUrl, retiredAt } = locations;
  return db.select({ id, name, slug, timeZone, capacity, apiUrl, retiredAt }).from(locations).orderBy(asc(name));
}

const secret = z.string().trim().min(1, 'Give every secret on a line of its own on standard input.').optional();
const changeInput = z.object({
  name: requiredText(200).optional(),
  apiUrl: guardedOrigin('--url', 'https://api.example.com').optional(),
  apiKey: secret,
  v1Url: legacyAddress('--v1-url').optional(),
  v1GymId: requiredText(100).optional(),
  v1Token: secret,
  exportUrl: guardedOrigin('--export-url', 'https://export.example.com').optional(),
  exportKey: secret,
});

/** The options whose values are read from standard input, in the order of its lines. */
const secrets = ['key', 'v1Token', 'exportKey'] as const;

interface SetLocationOptions extends Partial<Record<(typeof secrets)[number], '-'>> {
  location: string;
  name?: string;
  url?: string;
  v1Url?: string;
  v1GymId?: string;
  exportUrl?: string;
  /** What no option names is taken from the environment. */
  fromEnvironment: boolean;
}

/** Reads the secrets that the options ask for from standard input, one a line. */
export async function setLocationCommand(
  { desk, host }: AdminContext<'readInput' | 'readGymAccess'>,
  options: SetLocationOptions,
) {
  const wanted = secrets.filter((name) => options[name] !== undefined);
  const lines = wanted.length > 0 ? (await host.readInput()).trimEnd().split(/\r?\n/) : [];
  if (lines.length > wanted.length) {
    throw new ActionFailure('invalidInput', 'Standard input has more lines than secrets were asked for.');
  }
  const typed: Partial<Record<(typeof secrets)[number], string>> = Object.fromEntries(
    wanted.map((name, index) => [name, lines[index] ?? '']),
  );
  const { name, url, v1Url, v1GymId, exportUrl } = options;
  const set: Partial<GymAccess> = options.fromEnvironment ? host.readGymAccess() : {};
  const change = changeInput.parse({
    name,
    apiUrl: url ?? set.GYM_API_URL,
    apiKey: typed.key ?? set.GYM_API_KEY,
    v1Url: v1Url ?? set.GYM_V1_URL,
    v1GymId: v1GymId ?? set.GYM_V1_GYM_ID,
    v1Token: typed.v1Token ?? set.GYM_V1_TOKEN,
    exportUrl: exportUrl ?? set.GYM_EXPORT_URL,
    exportKey: typed.exportKey ?? set.GYM_EXPORT_KEY,
  });
  if (Object.values(change).every((value) => value === undefined)) {
    throw new ActionFailure('invalidInput', 'Say what is to change: --help lists it.');
  }
  return desk.db.transaction(async (tx) => {
    const within = { ...desk, db: tx };
    const location = await requireMeantLocation(tx, options.location);
    const { id: locationId, apiUrl: formerUrl } = location;
    if (change.apiUrl !== undefined || change.apiKey !== undefined) {
      const key = change.apiKey ?? findSecret(desk, location, 'apiKey');
      if (key === null) throw unreadableKey;
      await refuseUsedKey(within, { locationId, url: change.apiUrl ?? formerUrl, key });
    }
    const changed = await setLocation(within, { locationId, change, by: null });
    return { id: locationId, name: changed.name, apiUrl: changed.apiUrl };
  });
}

const unreadableKey = new ActionFailure(
  'conflict',
  'The stored key cannot be read with this DESK_SECRET: give the key too, with --key -, or the secret under which it was stored.',
);

async function refuseUsedKey(desk: DeskContext, entered: EnteredKey): Promise<void> {
  await lockKeys(desk.db);
  const holder = await findLocationOfKey(desk, entered);
  if (holder) throw keyInUse(holder);
}

interface RetireOptions {
  location: string;
  undo: boolean;
  /** Also with unsent visits and members who are in. */
  anyway: boolean;
}

/** Retires a location under the same conditions as a manager in the office, or reopens it. */
export async function retireLocationCommand({ desk }: AdminContext, { location, undo, anyway }: RetireOptions) {
  const { id, name } = await requireMeantLocation(desk.db, location);
  if (undo) await reopen(desk, id);
  else await retire(desk, { locationId: id, anyway });
  const { retiredAt } = await requireMeantLocation(desk.db, id);
  return { id, name, retiredAt };
}

async function retire(desk: DeskContext, { locationId, anyway }: { locationId: string; anyway: boolean }) {
  const present = anyway ? Number.MAX_SAFE_INTEGER : 0;
  const gym = { locationId, by: null, among: undefined, present, mayBeUnsent: anyway };
  const outcome = await retireLocation(desk, gym);
  switch (outcome.kind) {
    case 'retired':
    case 'already':
      return;
    case 'last':
      throw new ActionFailure('conflict', 'This is the last location in use: the desk would have none.');
    case 'unsent':
      throw new ActionFailure(
        'conflict',
        `${outcome.count} visits, changes of tasks and messages have not reached its platform. With --anyway visits and changes are sent afterwards, and messages are not.`,
      );
    case 'present':
      throw new ActionFailure('conflict', `${outcome.count} members are in. With --anyway they are checked out now.`);
    default:
      outcome satisfies never;
  }
}

async function reopen(desk: DeskContext, locationId: string): Promise<void> {
  const outcome = await reopenLocation(desk, { locationId, by: null });
  switch (outcome.kind) {
    case 'reopened':
    case 'already':
      return;
    case 'inUseElsewhere':
      throw keyInUse(outcome.holder);
    default:
      outcome satisfies never;
  }
}

export const endKeyChoices = ['enter', 'tab', 'none', 'learn'] as const;

const readerInput = z.object({
  location: locationInput,
  known: z
    .array(z.string().regex(/^0x(?:[0-9a-f]{2})+$/i, '--known must be the number of a card, such as 0x04A23BC2.'))
    .default([]),
  read: z.array(z.string().trim().min(1, '--read must be what the reader sends.')).default([]),
  endKey: z.enum(endKeyChoices).optional(),
  add: z.boolean().default(false),
});

export async function setReaderCommand({ desk }: AdminContext, options: unknown) {
  const { location, known, read, endKey, add: isAdded } = readerInput.parse(options);
  if (known.length !== read.length) {
    throw new ActionFailure('invalidInput', 'Give --read for every --known: what the reader sends of that card.');
  }
  if (known.length === 0 && endKey === undefined) {
    throw new ActionFailure('invalidInput', 'Say what is to change: --known with --read, or --end-key.');
  }
  const cards = known.map((rfid, index) => ({ rfids: [rfid], scanned: read[index] ?? '' }));
  const { id } = await requireMeantLocation(desk.db, location);
  return { id, readerProfiles: await setReader(desk, { locationId: id, known: cards, isAdded, endKey }) };
}
