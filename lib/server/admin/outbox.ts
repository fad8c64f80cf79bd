import 'server-only';
import { z } from 'zod';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import { listUnsentVisits, retryKeptVisit, settleKeptVisit } from '#lib/server/visits/kept-visits.ts';
import type { AdminContext } from './admin-context.ts';

const visitId = (option: string) => z.uuid(`${option} must be the id of a visit: outbox lists them.`).optional();
const input = z.object({
  settle: visitId('--settle'),
  retry: visitId('--retry'),
  all: z.boolean().default(false),
});

/** Lists the visits that have not reached the platform; or settles or retries one that the platform has refused. */
export async function outboxCommand({ desk }: AdminContext, options: unknown) {
  const { settle, retry, all } = input.parse(options);
  if (settle && retry) throw new ActionFailure('invalidInput', 'Give --settle or --retry, not both.');
  const visits = settle
    ? [await settleKeptVisit(desk, { tapId: settle })]
    : retry
      ? [await retryKeptVisit(desk, { tapId: retry })]
      : await listUnsentVisits(desk.db, { withSettled: all });
  const byId = new Map((await desk.db.select().from(locations)).map((location) => [location.id, location]));
  return visits.map((visit) => describe(visit, byId.get(visit.locationId)));
}

const describe = (visit: Visit, location: Location | undefined) => ({
  id: visit.tapId,
  location: location?.name,
  slug: location?.slug,
  kind: visit.kind,
  at: visit.tappedAt,
  state: visit.state,
  why: visit.lastError,
  accountId: visit.accountId,
  scanned: visit.scannedValue,
  settledAt: visit.settledAt,
});
