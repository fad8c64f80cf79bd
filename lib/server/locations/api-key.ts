import 'server-only';
import type { z } from 'zod';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { createGymClient } from '#lib/server/gym-api/gym-client.ts';
import { outageCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import type { ApiKeyOutcome } from '#lib/wire/locations.ts';
import type { apiKeyInput } from '#lib/wire/platform-access.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { setLocation } from './set-location.ts';

/** Replaces the API key of a location after the platform has accepted the new one. */
export async function replaceApiKey(
  { desk, actor }: Reauthenticated,
  { apiKey }: z.infer<typeof apiKeyInput>,
): Promise<ApiKeyOutcome> {
  const { location, staffId } = actor;
  const answer = await ping(createGymClient({ url: location.apiUrl, apiKey }));
  if (!answer.ok) {
    const failure = classifyFailure(answer.problem);
    const because = failure.kind === 'unavailable' ? failure.because : null;
    if (because === 'keyRejected') return { kind: 'rejected' };
    if (because === 'permissionMissing') return { kind: because };
    return { kind: 'unreachable', cause: outageCauseOf(answer.problem) };
  }
  await setLocation(desk, { locationId: location.id, change: { apiKey }, by: staffId });
  return { kind: 'kept' };
}

/**
 * Unseals the key of every location once, so that a wrong DESK_SECRET stops the start instead of the first scan.
 * @throws EnvironmentError
 */
export async function checkSecret(
  db: Queryable,
  { secret, previousSecret }: Pick<DeskContext, 'secret' | 'previousSecret'>,
): Promise<void> {
  const stored = await db.select({ locationId: locations.id, sealedApiKey: locations.sealedApiKey }).from(locations);
  for (const { locationId, sealedApiKey } of stored) {
    try {
      unseal({ secret, previousSecret }, { sealed: sealedApiKey, locationId, field: 'apiKey' });
    } catch {
      throw new EnvironmentError(
        'DESK_SECRET is not the one under which the keys of this desk were stored: set it to that one, ' +
          'or DESK_SECRET_PREVIOUS where you are changing it.',
      );
    }
  }
}
