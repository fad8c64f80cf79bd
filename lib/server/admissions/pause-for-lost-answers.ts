import 'server-only';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { type AskedAdmission, platformNow } from './keep-admission.ts';

/** The scan and its confirmation ask without a pause; after the third request 4 s, then 16 s, 64 s …, at most 2 h. */
const withoutPause = 2;
const firstS = 4;
const factor = 4;
const longestS = 7_200;

const pauseS = sql`least(${longestS}::float8,
  ${firstS}::float8 * ${factor}::float8 ^ (least(count(*), 20) - ${withoutPause + 1}::int))`;
const hasPause = sql`count(*) > ${withoutPause}::int`;

const isUnanswered = and(
  eq(admissions.locationId, visits.locationId),
  eq(admissions.accountId, visits.accountId),
  eq(admissions.tapId, visits.tapId),
  isNull(admissions.isFirst),
);

/**
 * How many seconds after an attempt a visit waits for the next one, as a column of `visits`: longer after each further request for
 * its admission that got no answer, since a platform that fails after it has granted logs each of them. Null for other visits.
 */
export const pauseForLostAnswers = sql<number | null>`(
  select ${pauseS} from ${admissions} where ${eq(visits.needsAdmission, true)} and ${isUnanswered} having ${hasPause})`;

/**
 * Whether the same pause since the last request about a refused visit is not over. Such a visit has no attempts of its own: another one
 * asks about it that turned out to be a repeated scan of its member, or a tap without a visit.
 */
export async function isPaused(
  context: LocationContext,
  { accountId, tapId }: Pick<AskedAdmission, 'accountId' | 'tapId'>,
): Promise<boolean> {
  const { desk, actor } = context;
  const isOfVisit = and(
    eq(admissions.locationId, actor.location.id),
    eq(admissions.accountId, accountId),
    eq(admissions.tapId, tapId),
    isNull(admissions.isFirst),
  );
  const endsAt = sql`max(${admissions.at}) + make_interval(secs => ${pauseS})`;
  const isNotOver = sql`${hasPause} and ${endsAt} > ${platformNow(context).toISOString()}::timestamptz`;
  const asked = desk.db.select({ count: count() }).from(admissions).where(isOfVisit).having(isNotOver);
  return (await asked).length > 0;
}
