import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { exportTypes } from '#contracts/export/events.ts';
import { fileTypes, jobStatuses } from '#contracts/export/jobs.ts';
import { ofGym } from './chains.ts';
import { chainPolicies, day, instant, number } from './columns.ts';

/** What a gym's week came to, as the nightly job left it. */
export const weeklyMetrics = pgTable(
  'weekly_metrics',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    /** A Monday; days are of UTC. */
    periodStart: day().notNull(),
    metricType: text().notNull(),
    metricKey: text().notNull(),
    metricSubType: text().notNull(),
    value: doublePrecision().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.periodStart, t.metricType, t.metricKey, t.metricSubType] }),
    ofGym('weekly_metrics', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);

/** Up to when the metrics of a gym were computed, and how. Whoever computes them holds the row. */
export const analyticsComputations = pgTable(
  'analytics_computations',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    /** Null where the first computation is still under way. */
    computedAt: instant(),
    /** Of the gym, as it was then. */
    timeZone: text(),
    /** Number of the rules that the metrics were computed by. */
    rules: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId] }),
    ofGym('analytics_computations', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);

/** What changed further back than the nightly job looks by itself. Rows are only added, so that nobody waits for the job. */
export const analyticsChanges = pgTable(
  'analytics_changes',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    changeId: number().notNull().generatedAlwaysAsIdentity(),
    /** When the earliest event happened that is new, otherwise or gone. */
    occurredAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.changeId] }),
    ofGym('analytics_changes', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);

/** Files that were asked for. */
export const exportJobs = pgTable(
  'export_jobs',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    jobId: uuid().notNull(),
    exportType: text({ enum: exportTypes }).notNull(),
    fileType: text({ enum: fileTypes }).notNull(),
    startDate: day().notNull(),
    endDate: day().notNull(),
    status: text({ enum: jobStatuses }).notNull(),
    /** When a worker was asked to write it; until then it waits for others of its gym. */
    queuedAt: instant(),
    /** How often a worker began to write it. */
    tries: number().notNull().default(0),
    /** In the store: while it is being written, and from then on until it is deleted. */
    fileName: text(),
    /** Why it failed, for the operator. */
    failure: text(),
    rowCount: number(),
    byteCount: number(),
    /** Of the whole file, in hexadecimal digits. */
    sha256: text(),
    createdAt: instant().notNull(),
    startedAt: instant(),
    finishedAt: instant(),
    /** From then on the file is gone. */
    expiresAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.jobId] }),
    ofGym('export_jobs', t.chainId, t.gymId),
    index('export_jobs_waiting')
      .on(t.chainId, t.gymId, t.queuedAt, t.createdAt, t.jobId)
      .where(sql`status = 'IN_PROGRESS'`),
    // Without the chain in front: they serve the workers, which take up what is left of every chain.
    index('export_jobs_by_status').on(t.status, t.createdAt),
    index('export_jobs_to_delete').on(t.fileName).where(sql`status = 'EXPIRED' AND file_name IS NOT NULL`),
    ...chainPolicies(),
  ],
);
export type ExportJob = typeof exportJobs.$inferSelect;
