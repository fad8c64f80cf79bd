import type { Context } from 'hono';
import { PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { isKnownFailure } from '#platform/http/error-answer.ts';
import { isGymGone } from '#platform/services/sandbox/is-gym-gone.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/**
 * A request that was under way when its gym was removed may fail anywhere, such as at a foreign key. It is answered like the next one
 * with the same credentials.
 */
export async function asOfRemovedGym(sandbox: Sandbox, error: unknown, c: Context<PlatformEnv>): Promise<unknown> {
  const gymId = (c.get('call') as PlatformEnv['Variables']['call'] | undefined)?.gymId; // safe because: not set before the key is known
  if (gymId === undefined || isKnownFailure(error)) return error;
  if (!(await isGymGone(sandbox, gymId))) return error;
  return new PlatformError(
    c.req.path.startsWith('/api/v2/') ? 'forbiddenAction' : 'unauthorized',
    'The gym was removed during the request.',
  );
}
