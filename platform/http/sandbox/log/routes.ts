import { Hono } from 'hono';
import { z } from 'zod';
import { notFound, PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { parseStrict } from '#platform/http/sandbox/parse-strict.ts';
import { requireSandboxClient } from '#platform/http/sandbox/require-sandbox-client.ts';
import { takeJson } from '#platform/http/well-formed.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { listAttempts } from '#platform/services/sandbox-log/attempts.ts';
import { findRequest, listRequests } from '#platform/services/sandbox-log/list-requests.ts';
import type { RequestLog } from '#platform/services/sandbox-log/request-log.ts';
import { sendAttemptAgain } from '#platform/services/sandbox-log/send-attempt-again.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { toAttempt, toEntry, toWholeEntry } from './entry.ts';
import { attemptQuery, requestQuery, shownQuery } from './filters.ts';

export interface LogOptions extends Pick<Dependencies, 'db' | 'clock' | 'ids'> {
  log: RequestLog;
  sandbox: Pick<Sandbox, 'token'>;
}

const seen = z.strictObject({ attempt: z.int().min(0) });

/** The log of the sandbox: requests of all gyms and interfaces, and attempts of webhook deliveries, newest first. */
export function logRoutes(options: LogOptions): Hono<PlatformEnv> {
  const { db } = options;
  return new Hono<PlatformEnv>()
    .use(requireSandboxClient(options.sandbox))
    .get('/requests', async (c) => {
      const { personal, ...filter } = parseStrict(requestQuery, c.req.query());
      const rows = await listRequests(options, filter);
      return c.json({ requests: rows.map((row) => toEntry(row, personal === 'shown')) });
    })
    .get('/requests/:requestId', async (c) => {
      const requestId = c.req.param('requestId');
      const { personal } = parseStrict(shownQuery, c.req.query());
      const row = isUuid(requestId) ? await findRequest(options, requestId) : undefined;
      if (!row) throw notFound('UNKNOWN');
      return c.json(toWholeEntry(row, personal === 'shown'));
    })
    .get('/deliveries', async (c) => {
      const rows = await listAttempts(db, parseStrict(attemptQuery, c.req.query()));
      return c.json({ deliveries: rows.map(toAttempt) });
    })
    .post('/deliveries/:deliveryId/again', takeJson, async (c) => {
      const deliveryId = c.req.param('deliveryId');
      const { attempt } = parseStrict(seen, await c.req.json());
      if (!isUuid(deliveryId)) throw notFound('WEBHOOK');
      const outcome = await sendAttemptAgain(options, { deliveryId, attempt });
      if (outcome === 'sent') return c.body(null, 204);
      throw new PlatformError('generalConflict', `The delivery is not sent again: ${outcome}.`);
    });
}
