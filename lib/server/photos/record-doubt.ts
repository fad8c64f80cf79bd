import 'server-only';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { notConfirmed, writeAudit } from '#lib/server/base/write-audit.ts';
import { isKnown } from '#lib/server/directory/directory.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';

interface Doubtful {
  accountId: string;
  action: 'keepPhoto' | 'removePhoto';
  problem: ApiProblem;
}

/** Writes the audit log of a failed change of a photo, where the platform may have made it. */
export async function recordDoubt(
  { desk, actor: { location, staffId } }: ActorContext,
  { accountId, action, problem }: Doubtful,
): Promise<void> {
  if (!isInDoubt(problem)) return;
  const locationId = location.id;
  await desk.db.transaction(async (tx) => {
    // nothing about a member who was erased in the meantime
    if (!(await isKnown(tx, { locationId, accountId }))) return;
    await writeAudit(tx, desk, { locationId, staffId, action, accountId, reason: notConfirmed() });
  });
}
