import { Hono } from 'hono';
import { invalidFields } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { toFieldErrors } from '#platform/http/validation.ts';
import { limitJsonBody, requireJsonBody } from '#platform/http/well-formed.ts';
import { type FaultSwitches, faultsRequest } from './faults.ts';
import { requireLocalClient } from './require-local-client.ts';

/** The switches of the sandbox: `PUT` sets faults, `DELETE` removes them. */
export const sandboxRoutes = (switches: FaultSwitches): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .use(requireLocalClient)
    .put('/faults', limitJsonBody, requireJsonBody, async (c) => {
      const sent: unknown = await c.req.json();
      const faults = faultsRequest.safeParse(sent);
      if (!faults.success) throw invalidFields(...toFieldErrors(faults.error.issues, sent));
      switches.current = faults.data;
      return c.json(faults.data, 200);
    })
    .delete('/faults', (c) => {
      switches.current = undefined;
      return c.body(null, 204);
    });
