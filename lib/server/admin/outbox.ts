import 'server-only';
import { z } from 'zod';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import { listUnsentVisits, retryKeptVisit, settleKeptVisit } from '#lib/server/visits/kept-visits.ts';
import { resendVisits } from '#lib/server/visits/resend-visits.ts';
import type { AdminContext } from './admin-context.ts';
import { locationInput, requireMeantLocation } from './find-location.ts';
import { beginningOf, sinceInput } from './since.ts';

const visitId = (option: string) => z.uuid(`${option} must be the id of a visit: outbox lists them.`).optional();
const input = z.object({
  settle: visitId('--settle'),
  retry: visitId('--retry'),
  all: z.boolean().default(false),
  resendSince: sinceInput('--resend-since').optional(),
  location: z.array(locationInput).default([]),
});
type OutboxInput = z.infer<typeof input>;

/**
 * Lists the visits that have not reached the platform; or settles or retries one that the platform has refused; or sends again those
 * that it has lost.
 */
export async function outboxCommand({ desk }: AdminContext, options: unknown) {
  const visits = await changeOrList(desk, input.parse(options));
  const byId = new Map((await desk.db.select().from(locations)).map((location) => [location.id, location]));
  return visits.map((visit) => describe(visit, byId.get(visit.locationId)));
}

async function changeOrList(desk: DeskContext, given: OutboxInput): Promise<Visit[]> {
  const { settle, retry, all, resendSince, location } = given;
  const changes = [settle, retry, resendSince].filter((change) => change !== undefined);
  if (changes.length > 1) {
    throw new ActionFailure('invalidInput', 'Give one of --settle, --retry and --resend-since.');
  }
  if ((resendSince === undefined) !== (location.length === 0)) throw placesMissing;
  if (settle) return [await settleKeptVisit(desk, { tapId: settle })];
  if (retry) return [await retryKeptVisit(desk, { tapId: retry })];
  if (resendSince) return resendAt(desk, { since: resendSince, places: location });
  return listUnsentVisits(desk.db, { withSettled: all });
}

/** The platform of another location may have lost nothing, and count twice what arrives twice. */
const placesMissing = new ActionFailure('invalidInput', 'Give --resend-since and --location together.');

async function resendAt(
  desk: DeskContext,
  { since, places }: { since: string; places: readonly string[] },
): Promise<Visit[]> {
  // all are known before any visit is changed
  const meant: Location[] = [];
  for (const place of places) meant.push(await requireMeantLocation(desk.db, place));
  const resent: Visit[] = [];
  for (const location of meant) {
    resent.push(...(await resendVisits(desk, { location, since: beginningOf(since, location.timeZone) })));
  }
  return resent;
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
