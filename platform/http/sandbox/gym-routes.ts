import type { BlockList } from 'node:net';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import { invalidFields, notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { servedAddress } from '#platform/http/reference/served-address.ts';
import { isLocal } from '#platform/http/require-local-client.ts';
import { takeJson } from '#platform/http/well-formed.ts';
import { productLocales } from '#platform/services/new-gyms/products-of-new-gym.ts';
import { OperatorMistake } from '#platform/services/operator.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { createSandboxGym, type SandboxContext } from '#platform/simulator/gyms/create-sandbox-gym.ts';
import { listSandboxGyms } from '#platform/simulator/gyms/list-sandbox-gyms.ts';
import { removeSandboxGym, removeSandboxGyms } from '#platform/simulator/gyms/remove-sandbox-gym.ts';
import { resetSandboxGym } from '#platform/simulator/gyms/reset-sandbox-gym.ts';
import { isTimeZone } from '#shared/calendar/time-zone.ts';
import { parseStrict } from './parse-strict.ts';

const newGym = z.strictObject({
  name: requiredText(100).default('Sandbox gym'),
  timeZone: z.string().refine(isTimeZone, 'Must be an IANA time zone.').default('Europe/Berlin'),
  locale: z.enum(productLocales).default('en'),
  isInCorporateNetwork: z.boolean().default(true),
  takesPartInPlus1: z.boolean().default(false),
  isLimited: z.boolean().default(true),
});

const nothing = z.strictObject({});

/** A gym for each test or each integrator: created with credentials and members, set back, and removed with everything in it. */
export function gymRoutes(context: SandboxContext, trustedProxies: BlockList): Hono<PlatformEnv> {
  const { sandbox } = context;
  /** The link that signs in as the owner works on this machine alone. */
  const linkFor = (c: Context<PlatformEnv>, ownerToken: string) =>
    isLocal(c) ? { ownerLink: `${servedAddress(c, trustedProxies)}/console/link/${ownerToken}` } : {};

  return new Hono<PlatformEnv>()
    .get('/gyms', async (c) => c.json({ gyms: await listSandboxGyms(sandbox) }))
    .post('/gyms', takeJson, async (c) => {
      const asked = parseStrict(newGym, await c.req.json());
      const created = await createSandboxGym(context, asked).catch((error) => {
        // a gym with a chain of its own: only its time zone may be refused
        throw error instanceof OperatorMistake
          ? invalidFields({ name: 'timeZone', message: error.message, rejectedValue: asked.timeZone })
          : error;
      });
      const { apiKey, accessToken, ownerToken, ...gym } = created;
      const url = servedAddress(c, trustedProxies);
      return c.json(
        {
          ...gym,
          v2: { url: `${url}/api/v2`, apiKey },
          export: { url: `${url}/api/v1/data`, apiKey },
          v1: { url: `${url}/v1`, gymId: gym.legacyGymId, accessToken },
          ...linkFor(c, ownerToken),
        },
        201,
      );
    })
    .post('/gyms/:gymId/reset', takeJson, async (c) => {
      parseStrict(nothing, await c.req.json());
      const gymId = c.req.param('gymId').toLowerCase();
      const reset = isUuid(gymId) ? await resetSandboxGym(context, gymId) : undefined;
      if (!reset) throw notFound('GYM_LOCATION');
      const { ownerToken, ...gym } = reset;
      return c.json({ ...gym, ...linkFor(c, ownerToken) });
    })
    .delete('/gyms', async (c) => {
      await removeSandboxGyms(sandbox);
      return c.body(null, 204);
    })
    .delete('/gyms/:gymId', async (c) => {
      const gymId = c.req.param('gymId').toLowerCase();
      if (!isUuid(gymId) || !(await removeSandboxGym(sandbox, gymId))) throw notFound('GYM_LOCATION');
      return c.body(null, 204);
    });
}
