import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { exportTypes } from '#contracts/export/events.ts';
import { fileTypes, jobStatuses } from '#contracts/export/jobs.ts';
import { ofGym } from './chains.ts';
import { chainPolicies, day, instant, number } from './columns.ts';

/** The metrics of a gym per week, as the nightly job computed them. */
export const weeklyMetrics = pgTable(
  'weekly_metrics',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    /** A Monday, in UTC. */
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

/** Per gym: up to when its metrics were computed, and by which rules. A worker locks the row while it computes them. */
export const analyticsComputations = pgTable(
  'analytics_computations',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    /** Null while the first computation is running. */
    computedAt: instant(),
    /** The time zone of the gym at that time. */
    timeZone: text(),
    /** Version of the rules that the metrics were computed by. */
    rules: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId] }),
    ofGym('analytics_computations', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);

/**
 * Changes of events that are older than the range of the nightly job. The table is append-only, so that writers
 * never wait for the job.
 */
export const analyticsChanges = pgTable(
  'analytics_changes',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    changeId: number().notNull().generatedAlwaysAsIdentity(),
    /** When the earliest event happened that was added, changed or deleted. */
    occurredAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.changeId] }),
    ofGym('analytics_changes', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);

/** Jobs of the data export, one per requested file. */
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
    /** When the job was put into the queue. Before that, it waits for other jobs of its gym. */
    queuedAt: instant(),
    /** How many times a worker started to write the file. */
    tries: number().notNull().default(0),
    /** Name in the store, from the start of writing until the file is deleted. */
    fileName: text(),
    /** Why the job failed, for the operator. */
    failure: text(),
    rowCount: number(),
    byteCount: number(),
    /** Of the whole file, in hexadecimal digits. */
    sha256: text(),
    createdAt: instant().notNull(),
    startedAt: instant(),
    finishedAt: instant(),
    /** The file is gone after this instant. */
    expiresAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.jobId] }),
    ofGym('export_jobs', t.chainId, t.gymId),
    index('export_jobs_waiting')
      .on(t.chainId, t.gymId, t.queuedAt, t.createdAt, t.jobId)
      .where(sql`status = 'IN_PROGRESS'`),
    // The indexes do not begin with the chain: the workers select open jobs of all chains.
    index('export_jobs_by_status').on(t.status, t.createdAt),
    index('export_jobs_to_delete').on(t.fileName).where(sql`status = 'EXPIRED' AND file_name IS NOT NULL`),
    ...chainPolicies(),
  ],
);
export type ExportJob = typeof exportJobs.$inferSelect;
