import { Hono } from 'hono';
import { z } from 'zod';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { limitJsonBody, requireJsonBody } from '#platform/http/well-formed.ts';
import { faultRule } from '#platform/services/sandbox/fault-rule.ts';
import { listFaults } from '#platform/services/sandbox/faults/list.ts';
import { faultPresets } from '#platform/services/sandbox/faults/presets.ts';
import { removeFaults } from '#platform/services/sandbox/faults/remove.ts';
import { setFault } from '#platform/services/sandbox/faults/set.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { parseStrict } from './parse-strict.ts';
import { requireSandboxClient } from './require-sandbox-client.ts';

const faultName = z.string().regex(/^[\w.-]{1,100}$/);

const readName = (name: string): string => {
  if (faultName.safeParse(name).success) return name;
  throw notFound('UNKNOWN');
};

/** What only a sandbox has: everything below `/sandbox`. */
export const sandboxRoutes = (sandbox: Sandbox): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .use(requireSandboxClient(sandbox))
    .get('/faults', async (c) => c.json({ rules: await listFaults(sandbox), presets: faultPresets }))
    .put('/faults/:name', limitJsonBody, requireJsonBody, async (c) => {
      const name = readName(c.req.param('name'));
      const rule = parseStrict(faultRule, await c.req.json());
      await setFault(sandbox, name, rule);
      return c.json({ name, ...rule }, 200);
    })
    .delete('/faults/:name', async (c) => {
      await removeFaults(sandbox, readName(c.req.param('name')));
      return c.body(null, 204);
    })
    .delete('/faults', async (c) => {
      await removeFaults(sandbox);
      return c.body(null, 204);
    });
