import 'server-only';
import { and, asc, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import { guardedOrigin, legacyAddress, timeZoneName } from '#lib/server/base/env.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { retireLocation } from '#lib/server/locations/retire-location.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { setReader } from '#lib/server/locations/set-reader.ts';
import type { AdminContext } from './admin-context.ts';

const locationId = z.uuid('--location must be the id of a location: list-locations shows it.');

const addInput = z.object({
  name: requiredText(200),
  timeZone: timeZoneName('--time-zone'),
  apiUrl: guardedOrigin('--api-url', 'https://api.example.com'),
  apiKey: z.string().trim().min(1, 'Give the API key of the gym on standard input.'),
  capacity: z.coerce.number().int().positive('Must be a number of people.').optional(),
});

/** Reads the API key from standard input. */
export async function addLocationCommand({ desk, host }: AdminContext<'readInput'>, options: unknown) {
  const apiKey = await host.readInput();
  const location = addInput.parse({ ...(options as object), apiKey }); // safe because: commander passes an object
  return desk.db.transaction(async (tx) => {
    const now = new Date(desk.clock());
    const { id, name } = await addLocation(tx, { id: desk.newId(), ...location, secret: desk.secret, now });
    await writeAudit(tx, desk, { locationId: id, staffId: null, action: 'addLocation' });
    return { id, name };
  });
}

/** All locations in order of their names, without their credentials. */
export function listLocations(db: Queryable) {
  const { id, name, slug, timeZone, capacity, apiUrl, retiredAt } = locations;
  return db.select({ id, name, slug, timeZone, capacity, apiUrl, retiredAt }).from(locations).orderBy(asc(name));
}

/** @throws ActionFailure `notFound` */
export async function requireLocation(db: Queryable, id: string): Promise<Location> {
  const [location] = await db.select().from(locations).where(eq(locations.id, id));
  if (!location) throw new ActionFailure('notFound', 'There is no such location: list-locations shows their ids.');
  return location;
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
}

/** Reads the secrets that the options ask for from standard input, one a line. */
export async function setLocationCommand({ desk, host }: AdminContext<'readInput'>, options: SetLocationOptions) {
  const wanted = secrets.filter((name) => options[name] !== undefined);
  const lines = wanted.length > 0 ? (await host.readInput()).trimEnd().split(/\r?\n/) : [];
  if (lines.length > wanted.length) {
    throw new ActionFailure('invalidInput', 'Standard input has more lines than secrets were asked for.');
  }
  const typed = Object.fromEntries(wanted.map((name, index) => [name, lines[index] ?? '']));
  const { name, url, v1Url, v1GymId, exportUrl } = options;
  const { key: apiKey, v1Token, exportKey } = typed;
  const change = changeInput.parse({ name, apiUrl: url, apiKey, v1Url, v1GymId, v1Token, exportUrl, exportKey });
  if (Object.values(change).every((value) => value === undefined)) {
    throw new ActionFailure('invalidInput', 'Say what is to change: --help lists it.');
  }
  const {
    id,
    name: newName,
    apiUrl,
  } = await setLocation(desk, { locationId: locationId.parse(options.location), change, by: null });
  return { id, name: newName, apiUrl };
}

export async function retireLocationCommand({ desk }: AdminContext, options: { location: string; undo: boolean }) {
  const others = and(ne(locations.id, options.location), isInUse);
  if (
    !options.undo &&
    z.uuid().safeParse(options.location).success &&
    (await desk.db.$count(locations, others)) === 0
  ) {
    throw new ActionFailure('conflict', 'This is the last location in use: the desk would have none.');
  }
  const { id, name, retiredAt } = await retireLocation(desk, {
    locationId: locationId.parse(options.location),
    isRetired: !options.undo,
  });
  return { id, name, retiredAt };
}

export const endKeyChoices = ['enter', 'tab', 'none', 'learn'] as const;

const readerInput = z.object({
  location: locationId,
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
  return {
    id: location,
    readerProfiles: await setReader(desk, { locationId: location, known: cards, isAdded, endKey }),
  };
}
