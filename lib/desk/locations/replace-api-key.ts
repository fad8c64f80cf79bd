import 'server-only';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { ping } from '#lib/gym-api/accounts.ts';
import { classifyFailure } from '#lib/gym-api/errors.ts';
import { createGymClient } from '#lib/gym-api/gym-client.ts';
import type { ApiKeyOutcome } from '#lib/wire/locations.ts';
import { setLocation } from './set-location.ts';

/** Replaces the API key of a location, once the platform has taken the new one. */
export async function replaceApiKey(
  { desk, actor }: Pick<StaffContext, 'desk' | 'actor'>,
  apiKey: string,
): Promise<ApiKeyOutcome> {
  const { location, staffId } = actor;
  const answer = await ping(createGymClient({ url: location.apiUrl, apiKey }));
  if (!answer.ok) {
    const failure = classifyFailure(answer.problem);
    const because = failure.kind === 'unavailable' ? failure.because : null;
    if (because === 'keyRejected') return { kind: 'rejected' };
    return { kind: because === 'permissionMissing' ? because : 'unreachable' };
  }
  await setLocation(desk, location.id, { apiKey }, { staffId });
  return { kind: 'kept' };
}
