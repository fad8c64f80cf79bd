import 'server-only';
import { type PermissionState, type TriedPermission, triedPermissions } from '#lib/wire/connection.ts';
import type { GymRequest } from './call.ts';
import { classifyFailure } from './errors.ts';
import type { GymClient } from './gym-client.ts';
import { pinging } from './ping.ts';

/** No member has it, so that nothing can be granted or changed for anybody. */
const nobody = { accountId: '00000000-0000-4000-8000-000000000000' };

/** Requests that change nothing, each of which needs one permission. */
const probes: Record<TriedPermission, Pick<GymRequest<void>, 'operation' | 'parameters' | 'query'>> = {
  accounts: pinging('background'),
  visits: { operation: 'checkAdmission', parameters: nobody },
  rfids: { operation: 'getUserRfids', parameters: nobody },
  nfc: { operation: 'getAccountNfcToken', parameters: nobody },
  products: { operation: 'listGymProducts' },
  tasks: { operation: 'getTask', parameters: { taskId: '2147483647' } },
  webhooks: { operation: 'getAllWebhooks' },
};

/** In the background, so that people at the counter have priority. */
const timeoutMs = 5_000;

/** Finds out what a key may do, without changing anything at the platform. */
export const tryPermissions = (gym: GymClient): Promise<{ name: TriedPermission; state: PermissionState }[]> =>
  Promise.all(triedPermissions.map(async (name) => ({ name, state: await tryPermission(gym, name) })));

async function tryPermission(gym: GymClient, name: TriedPermission): Promise<PermissionState> {
  const { operation, parameters, query } = probes[name];
  const answer = await gym.ask({
    operation,
    parameters,
    query,
    answer: null,
    urgency: 'background',
    timeoutMs,
    isFresh: true,
  });
  if (answer.ok) return 'granted';
  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'missing':
    case 'admissionRefused':
      return 'granted';
    case 'rejected':
      // a general 403 may be about anything; any other refusal is about the request, which the key was allowed to send
      return failure.status === 403 ? 'unclear' : 'granted';
    case 'unavailable':
      return failure.because === 'permissionMissing' ? 'missing' : 'unclear';
  }
}
