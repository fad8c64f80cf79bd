import 'server-only';
import { and, eq, gt } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { exportMember } from './export-member.ts';
import { pseudonymOf } from './forget-member.ts';
import { findTraces, isInMoreThanLog, requireTraces } from './traces.ts';

/** A person answers single requests; more at a time would be a copy of the directory. */
const mostWithinMs = 60 * 60_000;
const mostFiles = 30;

let before: Promise<unknown> = Promise.resolve();

/** A file is held in memory until it is sent. */
function oneAtATime<Value>(work: () => Promise<Value>): Promise<Value> {
  const done = before.then(work);
  before = done.catch(() => {});
  return done;
}

const notIncluded =
  'What only the member system stores (contracts, payments, what was measured in training), and what other gyms store. Its provider answers for that.';

/** Of each kind; more than a person leaves in a lifetime. It bounds the memory of a download. */
const mostRecords = 50_000;

const isCut =
  'Of the kinds named here, more is stored than this file has. The operator of Front Desk writes the complete file: desk:admin export-member.';

/**
 * Everything the desk stores about a member, as JSON, with the photo as a data URL. The audit log records the download before
 * anything is read; by the pseudonym of somebody who has been forgotten.
 * @throws ActionFailure `notFound` where nothing is stored; `conflict` after too many downloads within an hour
 */
export async function writeMemberFile(
  { desk, actor }: ActorContext,
  { accountId, mostRows = mostRecords }: OfMember & { mostRows?: number },
): Promise<string> {
  const { location, staffId } = actor;
  const locationId = location.id;
  const now = desk.clock();
  const isRecent = and(
    eq(auditLog.locationId, locationId),
    eq(auditLog.staffId, staffId),
    eq(auditLog.action, 'exportMember'),
    gt(auditLog.at, new Date(now - mostWithinMs)),
  );
  await desk.db.transaction(async (tx) => {
    // requests at the same time are counted one after the other
    await lockExclusive(tx, `member files ${staffId}`);
    if ((await tx.$count(auditLog, isRecent)) >= mostFiles) {
      throw new ActionFailure('conflict', 'Too many members were exported within an hour.');
    }
    // whoever is forgotten after this has the pseudonym in the entry, too
    await holdForgetting(tx, locationId);
    const traces = await findTraces(tx, desk, { locationId, accountId });
    await requireTraces(tx, traces);
    const name = (await isInMoreThanLog(tx, traces)) ? accountId : pseudonymOf(accountId, desk.secret);
    await writeAudit(tx, desk, { locationId, staffId, accountId: name, action: 'exportMember' });
  });
  const { records, picture, cut } = await oneAtATime(() => exportMember(desk, { locationId, accountId, mostRows }));
  const photo = picture && `data:image/webp;base64,${picture.toString('base64')}`;
  const incomplete = cut.length > 0 ? { incomplete: { kinds: cut, why: isCut } } : {};
  const file = { gym: location.name, accountId, exportedAt: new Date(now), ...incomplete, notIncluded, photo, records };
  return `${JSON.stringify(file, null, 2)}\n`;
}
