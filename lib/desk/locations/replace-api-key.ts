import 'server-only';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { knock } from '#lib/gym-api/accounts.ts';
import { troubleOf } from '#lib/gym-api/errors.ts';
import { createTransport } from '#lib/gym-api/transport.ts';
import type { ApiKeyOutcome } from '#lib/wire/locations.ts';
import { setLocation } from './set-location.ts';

/** Replaces the API key of a location, once the platform has taken the new one. */
export async function replaceApiKey(
  { desk, at }: Pick<StaffContext, 'desk' | 'at'>,
  apiKey: string,
): Promise<ApiKeyOutcome> {
  const { location, staffId } = at;
  const answer = await knock(createTransport({ url: location.apiUrl, apiKey }));
  if (!answer.ok) {
    const trouble = troubleOf(answer.problem);
    const because = trouble.kind === 'unavailable' ? trouble.because : null;
    if (because === 'keyRejected') return { kind: 'rejected' };
    return { kind: because === 'permissionMissing' ? because : 'unreachable' };
  }
  await setLocation(desk, location.id, { apiKey }, { staffId });
  return { kind: 'kept' };
}
