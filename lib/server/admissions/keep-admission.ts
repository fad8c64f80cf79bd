import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, between, eq, exists, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { findForgotten, isForgottenSince } from '#lib/server/base/forgotten.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { admissionTimeoutMs } from '#lib/server/gym-api/visits.ts';
import type { AdmissionOccasion } from '#lib/wire/corporate-statement.ts';

/** What two processes' ideas of the platform's clock may differ by. */
const otherProcessMs = 2_000;
/** Taps of a member that are closer are one arrival: longer than one of them waits for its answer, or can be undone. */
const sameArrivalMs = 120_000;

export interface AskedAdmission {
  accountId: string;
  /** As the platform returned the member before it was asked: statements name it, also after it has changed. */
  membershipId: string | null;
  /** The arrival about which it is asked. */
  tapId: string;
  /** Its time, by the desk's clock: another tap of the same arrival shares the answer, however late either is asked about. */
  arrivedAt: Date;
  occasion: AdmissionOccasion;
  /** When the member was found, by the desk's clock. */
  foundAt: Date;
}

/** What became of a request for admission. */
export type AdmissionOutcome = { kind: 'granted'; isFirst: boolean } | { kind: 'notGranted' } | { kind: 'inDoubt' };

/** What is known of an arrival before the platform is asked about it. */
type BegunAdmission =
  /** The platform has already granted an admission for this arrival, which may have another tap. */
  | { kind: 'granted'; isFirst: boolean }
  /** Another request for it has begun and has no answer: it is still running, or its process has died. */
  | { kind: 'underWay' }
  | { kind: 'toAsk'; settle: (outcome: AdmissionOutcome) => Promise<void> };

/**
 * Stores that the platform is asked: the row is committed before the request, because the platform counts an admission that it grants
 * even if its answer is lost, or if this process dies before it stores the arrival. Nothing is stored about a member who was
 * forgotten after they were found.
 */
export async function beginAdmission(context: LocationContext, asked: AskedAdmission): Promise<BegunAdmission> {
  const { isFirst, isUnderWay, admissionId } = await insertForKnown(context, asked);
  if (isFirst !== null) return { kind: 'granted', isFirst };
  if (isUnderWay) return { kind: 'underWay' };
  const begun = admissionId ?? (await insertAsked(context, asked));
  return {
    kind: 'toAsk',
    settle: async (outcome) => {
      if (begun !== null) await settle(context, begun, outcome);
    },
  };
}

interface Known extends Record<string, unknown> {
  isFirst: boolean | null;
  isUnderWay: boolean;
  /** Null also of a member who is not in the directory, or was forgotten. */
  admissionId: string | null;
}

/** One statement. The lock of the member's row takes the place of the one on forgetting, which deletes it before the admissions. */
async function insertForKnown(
  { desk, actor: { location } }: LocationContext,
  { accountId, membershipId, tapId, arrivedAt, occasion, foundAt }: AskedAdmission,
): Promise<Known> {
  const { id: locationId } = location;
  const at = platformNow({ desk, actor: { location } });
  const isOfAccount = and(eq(admissions.locationId, locationId), eq(admissions.accountId, accountId));
  const isOfTap = eq(admissions.tapId, tapId);
  const longestAnswer = new Date(at.getTime() - admissionTimeoutMs - otherProcessMs);
  const isOfArrival = isAskedAt(new Date(at.getTime() + arrivedAt.getTime() - desk.clock()));
  const isUnderWay = sql`(${admissions.isFirst} is null and not ${admissions.isAnswerLost} and ${gt(admissions.at, longestAnswer)})`;
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  const { rows } = await desk.db.execute<Known>(sql`
    with known as (
      select ${admissions.isFirst} as is_first from ${admissions}
      where ${isOfAccount} and (${isOfTap} or ${isOfArrival})
        and (${isUnderWay} or ${admissions.isFirst} is not null and (${isOfTap} or ${isUnclaimed(foundAt)}))
      order by ${admissions.isFirst} is null limit 1
    ), begun as (
      insert into ${admissions} (location_id, admission_id, account_id, membership_id, tap_id, occasion, at)
      select ${locationId}::uuid, ${randomUUID()}::uuid, ${accountId}, ${membershipId}::text, ${tapId}::uuid, ${occasion},
        ${at.toISOString()}::timestamptz
      from ${members}
      where ${isMember} and not exists (select from known)
        and not ${isForgottenSince({ locationId, accountId, since: foundAt })}
      for key share of ${members}
      returning admission_id
    )
    select (select is_first from known) as "isFirst", exists (select from known) as "isUnderWay",
      (select admission_id from begun) as "admissionId"`);
  return rows[0] ?? { isFirst: null, isUnderWay: false, admissionId: null };
}

/**
 * SQL condition: the admission was asked for at the counter, at about the time of this arrival. Two taps of one arrival may reach two
 * processes, and the platform must be asked only once. Admissions that were asked for later are left out: their rows have the time of
 * the request, not of the arrival.
 */
function isAskedAt(arrivedAt: Date): SQL {
  const after = (ms: number) => new Date(arrivedAt.getTime() + ms);
  const isThen = between(admissions.at, after(-sameArrivalMs), after(sameArrivalMs));
  return sql`(${eq(admissions.occasion, 'counter')} and ${isThen})`;
}

/** Whether two taps of a member are one arrival. */
export const isSameArrival = (one: Date, other: Date): boolean =>
  Math.abs(one.getTime() - other.getTime()) < sameArrivalMs;

/**
 * SQL condition: when the member was found, the admission's tap had no visit yet. The admission then belongs to another tap of the same
 * arrival, whose visit is being stored now, or which becomes the visit of the tap in question.
 */
function isUnclaimed(foundAt: Date): SQL {
  const isRecorded = and(
    eq(visits.locationId, admissions.locationId),
    eq(visits.tapId, admissions.tapId),
    lte(visits.recordedAt, foundAt),
  );
  return sql`not exists (select from ${visits} where ${isRecorded})`;
}

/** Of a member who is not in the directory yet. @returns null for one who was forgotten after they were found */
async function insertAsked(
  { desk, actor: { location } }: LocationContext,
  { accountId, foundAt, arrivedAt: _, ...asked }: AskedAdmission,
): Promise<string | null> {
  const locationId = location.id;
  const at = platformNow({ desk, actor: { location } });
  return desk.db.transaction(async (tx) => {
    const forgotten = await findForgotten(tx, { locationId, accountIds: [accountId], since: foundAt });
    if (forgotten.size > 0) return null;
    const admissionId = randomUUID();
    await tx.insert(admissions).values({ locationId, admissionId, accountId, ...asked, at });
    return admissionId;
  });
}

/** The admission of a visit that was undone counts for the next one, which reuses its answer; that of a visit that stands stays with it. */
export async function moveAdmission(
  { desk, actor: { location } }: LocationContext,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<void> {
  const isUndone = and(eq(visits.locationId, location.id), eq(visits.tapId, from), eq(visits.state, 'undone'));
  const isMoved = and(
    eq(admissions.locationId, location.id),
    eq(admissions.accountId, accountId),
    eq(admissions.tapId, from),
    exists(desk.db.select().from(visits).where(isUndone)),
  );
  await keep({ desk, location }, () => desk.db.update(admissions).set({ tapId: to }).where(isMoved));
}

/** If the row cannot be written, it stays one without an answer. */
async function settle(context: LocationContext, admissionId: string, outcome: AdmissionOutcome): Promise<void> {
  const { desk, actor } = context;
  const { location } = actor;
  const isAsked = and(eq(admissions.locationId, location.id), eq(admissions.admissionId, admissionId));
  await keep({ desk, location }, () => {
    switch (outcome.kind) {
      case 'granted':
        return desk.db
          .update(admissions)
          .set({ isFirst: outcome.isFirst, at: platformNow(context) })
          .where(isAsked);
      case 'notGranted':
        return desk.db.delete(admissions).where(isAsked);
      case 'inDoubt':
        return desk.db.update(admissions).set({ isAnswerLost: true }).where(isAsked);
    }
  });
}

/** Logs a failure: whom the platform has admitted comes in all the same. */
async function keep(
  { desk, location }: { desk: DeskContext; location: Location },
  write: () => PromiseLike<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    desk.log.error({ error, locationId: location.id }, 'the answer to a request for admission was not kept');
  }
}

/** The answer has no time of its own. The platform's clock is known from its headers to about half a second. */
function platformNow({ desk, actor }: LocationContext<Pick<DeskContext, 'clock' | 'gymClientOf'>>): Date {
  return new Date(desk.gymClientOf(actor.location).readPlatformTime() ?? desk.clock());
}
