import 'server-only';
import { randomUUID } from 'node:crypto';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { requireSchema } from '#lib/server/db/require-schema.ts';
import { findLost, type Lost } from '#lib/server/locations/find-lost.ts';
import { reseal } from '#lib/server/locations/reseal.ts';
import type { AdminContext, AdminHost } from './admin-context.ts';
import { requireNoDesk } from './require-no-desk.ts';

/** Otherwise whoever has restarted nothing yet would seal all under the old secret again, and then delete it. */
const previousMissing =
  'DESK_SECRET_PREVIOUS is not set: write the former secret there, and the new one as DESK_SECRET, and start the desks with both.';

export interface ResealOptions {
  secretIsLost: boolean;
  replaceWhatDoesNotOpen: boolean;
}

export function resealCommand({ desk }: AdminContext, { replaceWhatDoesNotOpen }: ResealOptions) {
  if (replaceWhatDoesNotOpen) {
    throw new ActionFailure('invalidInput', 'Give --replace-what-does-not-open and --secret-is-lost together.');
  }
  if (desk.previousSecret === undefined) throw new ActionFailure('invalidInput', previousMissing);
  return reseal(desk);
}

/**
 * Says what is lost, or replaces and deletes it. Works without an open desk, which needs what the lost secret has sealed.
 * @throws ActionFailure `conflict` where a desk still runs, since the secret is in its environment
 */
export async function resealLost(
  { readEnv, tell }: Pick<AdminHost, 'readEnv' | 'tell'>,
  { replaceWhatDoesNotOpen }: ResealOptions,
) {
  const { DESK_DATABASE_URL, DESK_SECRET: secret, DESK_SECRET_PREVIOUS: previousSecret } = readEnv();
  await requireSchema(DESK_DATABASE_URL);
  const { db, close } = openDatabase(DESK_DATABASE_URL);
  const desk = { db, clock: () => Date.now(), newId: () => randomUUID(), secret, previousSecret };
  try {
    await requireNoDesk(db);
    const lost = await findLost(desk);
    if (replaceWhatDoesNotOpen) return await reseal(desk, lost);
    tell(`${nothingChanged}\n`);
    return describe(lost);
  } finally {
    await close();
  }
}

const nothingChanged =
  'Nothing has been changed. What is listed opens neither under DESK_SECRET nor under DESK_SECRET_PREVIOUS: ' +
  'look for the secret of then first. With --replace-what-does-not-open too, these keys are replaced, and these badges and pictures deleted, for good.';

const describe = ({ keys, badges, photos }: Lost) => ({
  toReplace: keys,
  toDelete: { badges, photos: photos.values().reduce((sum, count) => sum + count, 0) },
});
