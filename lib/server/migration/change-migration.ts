import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type MigrationRunRow, migrationRuns } from '#lib/server/db/schema/migration.ts';
import type { ChangeMigrationInput, MigrationChange } from '#lib/wire/migration.ts';
import { noticeOfRun } from './lease.ts';

/** Who starts or changes a migration run, and at which location. */
export interface MigrationContext {
  desk: Pick<DeskContext, 'db' | 'clock' | 'newId'>;
  actor: {
    location: Pick<Location, 'id'>;
    /** Null for a command of the operator. */
    staffId: string | null;
  };
}

const auditActionOf = { pause: 'pauseMigration', resume: 'resumeMigration', cancel: 'cancelMigration' } as const;

/**
 * Pauses, resumes or cancels a run. Requests already sent to the platform still get their results.
 * @throws ActionFailure `notFound` where there is no such run, `conflict` where it has already ended
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
    if (!run) throw new ActionFailure('notFound', 'There is no such migration run.');
    const isOpen = inArray(migrationRuns.state, ['running', 'paused']);
    const changed = await tx
      .update(migrationRuns)
      .set(valuesOf(change, now))
      .where(and(isRun, isOpen))
      .returning({ id: migrationRuns.id, notice: noticeOfRun });
    if (changed.length === 0) throw new ActionFailure('conflict', 'This migration run has already ended.');
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
