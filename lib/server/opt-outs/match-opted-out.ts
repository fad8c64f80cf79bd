import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type OptOutCheck, optOutChecks, optOutRuns } from '#lib/server/db/schema/opt-outs.ts';
import { areMany } from '#lib/server/directory/absent.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { askOptedOut, type OptedOutAnswer } from '#lib/server/gym-export/ask-opted-out.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import { clearTraining } from '#lib/server/training/clear-training.ts';
import { type OptOutFailure, optOutsFailLongMs } from '#lib/wire/opt-outs.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { eraseAll } from './erase-all.ts';
import { findDue, noteListed } from './listed-people.ts';
import { settleCheck } from './settle-check.ts';
import { withoutLapsed } from './without-lapsed.ts';

const timeoutMs = 60_000;

/**
 * Reads once a day, and on demand, who opted out of sharing data, and deletes what the location stores about them; also at a
 * retired one, which keeps its data.
 */
export const matchingOptedOut: LocationWork = {
  kind: 'matchOptedOut',
  everyMs: 60_000,
  locationsAt: (now) => sql`
    select ${locations.id} from ${locations}
    left join ${optOutChecks} on ${eq(optOutChecks.locationId, locations.id)}
    where ${locations.exportUrl} is not null and ${locations.sealedExportKey} is not null
      and (${optOutChecks.nextAt} is null or ${optOutChecks.nextAt} <= ${now.toISOString()}::timestamptz)`,
  work: async (context) => {
    await matchOptedOut(context);
    return false;
  },
};

/** Reads and matches the list now. */
export async function matchOptedOut(context: LocationContext): Promise<void> {
  const { desk, actor } = context;
  const { location } = actor;
  const { id: locationId, exportUrl, sealedExportKey } = location;
  if (exportUrl === null || sealedExportKey === null) return;
  const startedAt = new Date(desk.clock());
  const [found] = await desk.db
    .insert(optOutChecks)
    .values({ locationId, nextAt: startedAt })
    .onConflictDoUpdate({ target: optOutChecks.locationId, set: { locationId } })
    .returning();
  if (!found) return;
  const check = withoutLapsed(found, startedAt.getTime());
  try {
    const credentials = findExportCredentials(desk, location);
    if (!credentials) return;
    const answer = await askOptedOut(credentials, { timeoutMs, stopping: desk.live.stopping });
    if (desk.live.stopping.aborted) return;
    if (answer.kind !== 'answered') {
      const cause = 'cause' in answer ? answer.cause : null;
      const busy = answer.kind === 'busy' ? { leastMs: answer.retryAfterMs, isUnasked: answer.isUnasked } : {};
      return await noteFailure(context, { check, failure: failureOf(answer), cause, ...busy, at: startedAt });
    }
    await matchAll(context, { check, accountIds: answer.accountIds, startedAt });
  } catch (error) {
    if (desk.live.stopping.aborted) throw error;
    // so that the whole list is not read again a minute later
    await noteFailure(context, { check, failure: 'failed', cause: null, at: startedAt });
    throw error;
  }
}

function failureOf({ kind }: Exclude<OptedOutAnswer, { kind: 'answered' }>): OptOutFailure {
  switch (kind) {
    case 'rejected':
      return 'refused';
    case 'permissionMissing':
    case 'unreadable':
    case 'busy':
    case 'unreachable':
      return kind;
  }
}

interface Failed {
  check: OptOutCheck;
  failure: OptOutFailure;
  cause: OutageCause | null;
  /** How long the platform asked to wait. */
  leastMs?: number | null;
  /** Nothing was sent, and how long to wait is known. */
  isUnasked?: true | undefined;
  at: Date;
}

async function noteFailure(
  context: LocationContext,
  { check, failure, cause, leastMs, isUnasked, at }: Failed,
): Promise<void> {
  const { desk, actor } = context;
  const { locationId, requestedBy, confirmedCount, confirmedAt } = check;
  const failingSince = check.failingSince ?? at;
  // the key of a gym that was retired often ends with its contract
  const presetMs = actor.location.retiredAt ? dayMs : hourMs;
  const waitMs = leastMs ?? 0;
  const nextAt = new Date(desk.clock() + (isUnasked ? waitMs : Math.max(waitMs, presetMs)));
  // what a manager has confirmed, or asked for, holds for the next list that can be read
  const asBefore = { requestedBy, confirmedCount, confirmedAt };
  await settleCheck(context, check, { failure, failureCause: cause, failingSince, nextAt, ...asBefore });
  const isLong = at.getTime() - failingSince.getTime() >= optOutsFailLongMs;
  const sentence = isLong
    ? 'the list of opted-out people could not be matched for a day'
    : 'the list of opted-out people could not be matched';
  desk.log.warn({ locationId, failure, cause, since: failingSince.toISOString() }, sentence);
}

interface Matched {
  check: OptOutCheck;
  accountIds: string[];
  startedAt: Date;
}

async function matchAll(context: LocationContext, { check, accountIds, startedAt }: Matched): Promise<void> {
  const { desk, actor } = context;
  const { location } = actor;
  const locationId = location.id;
  if (!(await hasStillTheKey(desk.db, location))) return;
  const { due, unexpected, isOfOthers } = await findDue(desk, { location, accountIds });
  const known = await desk.db.$count(members, eq(members.locationId, locationId));
  const nextAt = new Date(desk.clock() + dayMs);
  const fine = { failure: null, failureCause: null, failingSince: null, nextAt };
  if ((isOfOthers || areMany(unexpected, known)) && unexpected > (check.confirmedCount ?? 0)) {
    await settleCheck(context, check, { ...fine, askedCount: unexpected, askedSince: check.askedSince ?? startedAt });
    if (check.askedSince === null) {
      const sentence = isOfOthers
        ? 'nobody who opted out before is on the list any more: a manager has to confirm it'
        : 'many people opted out at once: a manager has to confirm it';
      desk.log.warn({ locationId, members: unexpected }, sentence);
    }
    return;
  }
  // inserted before the first deletion and counted up with each one: the proof is complete even if the desk is killed
  const run = { locationId, id: desk.newId(), at: startedAt, staffId: check.requestedBy };
  const isRun = and(eq(optOutRuns.locationId, locationId), eq(optOutRuns.id, run.id));
  await desk.db.insert(optOutRuns).values({ ...run, listed: accountIds.length, members: 0, records: 0, waiting: 0 });
  const broken = await clearTraining(desk, { location, accountIds, runId: run.id }).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const { waiting, isWhole, deleted } = await eraseAll(desk, { location, due, runId: run.id, startedAt });
  if (desk.live.stopping.aborted) return;
  if (!isWhole) {
    // the others are matched with a new list, up to the number that was confirmed
    const { requestedBy, confirmedCount, confirmedAt } = check;
    const again = { ...fine, nextAt: new Date(desk.clock()) };
    await settleCheck(context, check, { ...again, requestedBy, confirmedCount, confirmedAt });
    return;
  }
  await noteListed(desk, { location, accountIds: accountIds.filter((accountId) => !waiting.has(accountId)) });
  await desk.db.update(optOutRuns).set({ waiting: waiting.size }).where(isRun);
  // it kept nobody else from being deleted, and is tried again within the hour
  if (broken) throw broken.error;
  await settleCheck(context, check, { ...fine, askedCount: null, askedSince: null });
  if (deleted > 0) desk.log.info({ locationId, members: deleted }, 'data of opted-out people was deleted');
}
