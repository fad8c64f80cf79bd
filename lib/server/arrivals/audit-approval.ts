import 'server-only';
import type { Actor } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';

interface Approved {
  actor: Actor;
  accountId: string;
  tapId: string;
  /** The code of the refusal that the manager overrode; null for a note. */
  cause: string | null;
}

/** Writes what a manager decided at somebody else's screen, beside the entry of the person who recorded it. */
export async function auditApproval(
  tx: Queryable,
  desk: Pick<DeskContext, 'newId' | 'clock'>,
  { actor, accountId, tapId, cause }: Approved,
): Promise<void> {
  if (!actor.approval) return;
  const { by, reason } = actor.approval;
  const entry = { locationId: actor.location.id, staffId: by, accountId, tapId, cause };
  await writeAudit(tx, desk, { ...entry, action: 'approveAdmission', reason: `${actor.staffId} ${reason}` });
}
