import type { BlockList } from 'node:net';
import { Hono } from 'hono';
import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { servedAddress } from '#platform/http/reference/served-address.ts';
import { limitJsonBody, requireJsonBody } from '#platform/http/well-formed.ts';
import { isTimeZone } from '#platform/services/gyms/local-time.ts';
import { productLocales } from '#platform/services/new-gyms/products-of-new-gym.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { createSandboxGym, type SandboxContext } from '#platform/simulator/gyms/create-sandbox-gym.ts';
import { listSandboxGyms } from '#platform/simulator/gyms/list-sandbox-gyms.ts';
import { removeSandboxGym } from '#platform/simulator/gyms/remove-sandbox-gym.ts';
import { parseStrict } from './parse-strict.ts';

const newGym = z.strictObject({
  name: requiredText(100).default('Sandbox gym'),
  timeZone: z.string().refine(isTimeZone, 'Must be an IANA time zone.').default('Europe/Berlin'),
  locale: z.enum(productLocales).default('en'),
  isInCorporateNetwork: z.boolean().default(true),
  takesPartInPlus1: z.boolean().default(false),
  isLimited: z.boolean().default(true),
});

/** A gym for each test or each integrator: created with credentials and members, and removed with everything in it. */
export const gymRoutes = (context: SandboxContext, trustedProxies: BlockList): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .get('/gyms', async (c) => c.json({ gyms: await listSandboxGyms(context.sandbox) }))
    .post('/gyms', limitJsonBody, requireJsonBody, async (c) => {
      const { apiKey, accessToken, ownerToken, ...gym } = await createSandboxGym(
        context,
        parseStrict(newGym, await c.req.json()),
      );
      const url = servedAddress(c, trustedProxies);
      return c.json(
        {
          ...gym,
          v2: { url: `${url}/api/v2`, apiKey },
          export: { url: `${url}/api/v1/data`, apiKey },
          v1: { url: `${url}/v1`, gymId: gym.legacyGymId, accessToken },
          ownerLink: `${url}/console/link/${ownerToken}`,
        },
        201,
      );
    })
    .delete('/gyms', async (c) => {
      for (const { gymId } of await listSandboxGyms(context.sandbox)) await removeSandboxGym(context.sandbox, gymId);
      return c.body(null, 204);
    })
    .delete('/gyms/:gymId', async (c) => {
      const gymId = c.req.param('gymId').toLowerCase();
      if (!isUuid(gymId) || !(await removeSandboxGym(context.sandbox, gymId))) throw notFound('GYM_LOCATION');
      return c.body(null, 204);
    });
