import 'server-only';
import { randomUUID } from 'node:crypto';
import type { AdminEnv } from '#lib/server/base/env.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { requireSchema } from '#lib/server/db/require-schema.ts';
import { reseal } from '#lib/server/locations/reseal.ts';
import type { AdminContext } from './admin-context.ts';

/** Otherwise whoever has restarted nothing yet would seal all under the old secret again, and then delete it. */
const previousMissing =
  'DESK_SECRET_PREVIOUS is not set: write the former secret there, and the new one as DESK_SECRET, and start the desks with both.';

export function resealCommand({ desk }: AdminContext) {
  if (desk.previousSecret === undefined) throw new ActionFailure('invalidInput', previousMissing);
  return reseal(desk);
}

/** Works without an open desk, which needs what the lost secret has sealed. */
export async function resealLost({
  DESK_DATABASE_URL,
  DESK_SECRET: secret,
  DESK_SECRET_PREVIOUS: previousSecret,
}: AdminEnv) {
  await requireSchema(DESK_DATABASE_URL);
  const { db, close } = openDatabase(DESK_DATABASE_URL);
  const desk = { db, clock: () => Date.now(), newId: () => randomUUID(), secret, previousSecret };
  try {
    return await reseal(desk, { isLost: true });
  } finally {
    await close();
  }
}
