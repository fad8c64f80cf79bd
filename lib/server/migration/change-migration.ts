import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type MigrationRunRow, migrationRuns } from '#lib/server/db/schema/migration.ts';
import type { ChangeMigrationInput, MigrationChange } from '#lib/wire/migration.ts';

interface MigrationContext {
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId'>;
  actor: {
    location: Pick<Location, 'id'>;
    /** Null where the operator's command does it. */
    staffId: string | null;
  };
}

const auditActionOf = { pause: 'pauseMigration', resume: 'resumeMigration', cancel: 'cancelMigration' } as const;

/**
 * Pauses a list, goes on with it, or ends it. What is on its way to the platform gets its result all the same.
 * @throws ActionFailure `notFound` where there is no such list, `conflict` where it is at its end already
 */
export async function changeMigration(
  { desk, actor: { location, staffId } }: MigrationContext,
  { runId, change }: ChangeMigrationInput,
): Promise<null> {
  const now = new Date(desk.clock());
  const locationId = location.id;
  const isRun = and(eq(migrationRuns.locationId, locationId), eq(migrationRuns.id, runId));
  return desk.db.transaction(async (tx) => {
    const [run] = await tx.select({ state: migrationRuns.state }).from(migrationRuns).where(isRun).for('update');
    if (!run) throw new ActionFailure('notFound', 'There is no such list.');
    const isOpen = inArray(migrationRuns.state, ['running', 'paused']);
    const changed = await tx
      .update(migrationRuns)
      .set(valuesOf(change, now))
      .where(and(isRun, isOpen))
      .returning({ id: migrationRuns.id });
    if (changed.length === 0) throw new ActionFailure('conflict', 'This list is at its end already.');
    await writeAudit(tx, desk, { locationId, staffId, action: auditActionOf[change], reason: runId });
    return null;
  });
}

function valuesOf(change: MigrationChange, now: Date): Partial<MigrationRunRow> {
  switch (change) {
    case 'pause':
      return { state: 'paused', pausedBecause: 'staff' };
    case 'resume':
      return { state: 'running', pausedBecause: null, waitsFor: null, failures: 0, nextAttemptAt: now };
    case 'cancel':
      return { state: 'cancelled', pausedBecause: null, waitsFor: null, endedAt: now };
  }
}
