import { Hono } from 'hono';
import { z } from 'zod';
import { webhookEventTypes } from '#contracts/v2/webhooks.ts';
import { notFound } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { takeJson } from '#platform/http/well-formed.ts';
import { gymId } from '#platform/services/sandbox/fault-rule.ts';
import { isUuid } from '#platform/services/uuid.ts';
import type { EventContext } from '#platform/simulator/events/call-of-gym.ts';
import { causeEvent } from '#platform/simulator/events/cause-event.ts';
import { deleteOwnAccount } from '#platform/simulator/events/delete-own-account.ts';
import { parseStrict } from './parse-strict.ts';

const askedEvent = z.strictObject({
  type: z.enum(webhookEventTypes),
  gymId,
  accountId: z.uuid().optional(),
});

/**
 * Causes an event of any type, and lets a member delete the account; the webhooks of the gym get it as they get every
 * other one.
 */
export const eventRoutes = (context: EventContext): Hono<PlatformEnv> =>
  new Hono<PlatformEnv>()
    .post('/events', takeJson, async (c) =>
      c.json(await causeEvent(context, parseStrict(askedEvent, await c.req.json())), 202),
    )
    .delete('/accounts/:accountId', async (c) => {
      const accountId = c.req.param('accountId');
      if (!isUuid(accountId)) throw notFound('ACCOUNT');
      await deleteOwnAccount(context, accountId);
      return c.body(null, 204);
    });
