import 'server-only';
import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { retireLocation } from '#lib/desk/locations/retire-location.ts';
import { setLocation } from '#lib/desk/locations/set-location.ts';
import { guardedOrigin, legacyAddress } from '#lib/env.ts';
import { ActionFailure } from '#lib/failure.ts';

const location = z.uuid('--location must be the id of a location: list-locations shows it.');
const secret = z.string().trim().min(1, 'Give every secret on a line of its own on standard input.').optional();
const input = z.object({
  name: requiredText(200).optional(),
  apiUrl: guardedOrigin('--url', 'https://api.example.com').optional(),
  apiKey: secret,
  v1Url: legacyAddress('--v1-url').optional(),
  v1GymId: requiredText(100).optional(),
  v1Token: secret,
  exportUrl: guardedOrigin('--export-url', 'https://export.example.com').optional(),
  exportKey: secret,
});

/** The options that ask for a secret, in the order in which standard input has them. */
const secrets = ['key', 'v1Token', 'exportKey'] as const;

export interface SetLocationOptions extends Partial<Record<(typeof secrets)[number], '-'>> {
  location: string;
  name?: string;
  url?: string;
  v1Url?: string;
  v1GymId?: string;
  exportUrl?: string;
}

/** @param readInput standard input: the secrets that were asked for, a line each */
export async function setLocationCommand(
  desk: DeskContext,
  options: SetLocationOptions,
  readInput: () => Promise<string>,
) {
  const wanted = secrets.filter((name) => options[name] !== undefined);
  const lines = wanted.length > 0 ? (await readInput()).trimEnd().split(/\r?\n/) : [];
  if (lines.length > wanted.length) {
    throw new ActionFailure('invalidInput', 'Standard input has more lines than secrets were asked for.');
  }
  const typed = Object.fromEntries(wanted.map((name, index) => [name, lines[index] ?? '']));
  const { name, url, v1Url, v1GymId, exportUrl } = options;
  const { key: apiKey, v1Token, exportKey } = typed;
  const change = input.parse({ name, apiUrl: url, apiKey, v1Url, v1GymId, v1Token, exportUrl, exportKey });
  if (Object.values(change).every((value) => value === undefined)) {
    throw new ActionFailure('invalidInput', 'Say what is to change: --help lists it.');
  }
  const {
    id,
    name: newName,
    apiUrl,
  } = await setLocation(desk, location.parse(options.location), change, { staffId: null });
  return { id, name: newName, apiUrl };
}

export async function retireLocationCommand(desk: DeskContext, options: { location: string; undo: boolean }) {
  const { id, name, retiredAt } = await retireLocation(desk, location.parse(options.location), {
    isRetired: !options.undo,
  });
  return { id, name, retiredAt };
}
