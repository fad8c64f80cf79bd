import 'server-only';
import { z } from 'zod';
import type { ExportType } from '#contracts/export/events.ts';
import { type JobStatus, jobStatuses } from '#contracts/export/jobs.ts';
import { operations } from '#contracts/export/operations.ts';
import type { ExportFileType, ExportProblem } from '#lib/wire/export-orders.ts';
import type { EventSet } from '#lib/wire/training.ts';
import { askExport, type ExportAnswer, type ExportCredentials } from './ask-export.ts';

const exportTypeOf: Record<EventSet, ExportType> = {
  workouts: 'SMART_STRENGTH_WORKOUTS',
  assessments: 'SMART_STRENGTH_ASSESSMENTS',
  flexibility: 'FLEXIBILITY_MEASUREMENTS',
  body: 'BODY_MEASUREMENTS',
};

const within = { largestBytes: 64 * 1024, bounds: { depth: 6, values: 1_000 } };
/** Somebody waits for both. */
const presetTimeoutMs = 8_000;

interface FileWanted {
  dataSet: EventSet;
  /** Days in UTC, both inclusive. */
  firstDay: string;
  lastDay: string;
  fileType: ExportFileType;
}

type OrderAnswer =
  | { kind: 'ordered'; jobId: string }
  /** `unconfirmed`: it may have been ordered, and asking again might order a second file. */
  | { kind: 'unconfirmed' | 'notOrdered'; problem: ExportProblem };

const created = z.object({ jobId: z.guid() });

/** Asks the platform to write a file. It has no idempotency key: a request is sent once. */
export async function orderFile(
  credentials: ExportCredentials,
  { dataSet, firstDay, lastDay, fileType }: FileWanted,
  { timeoutMs = presetTimeoutMs } = {},
): Promise<OrderAnswer> {
  const { path } = operations.createAsyncExportJob;
  const body = { startDate: firstDay, endDate: lastDay, exportType: exportTypeOf[dataSet], fileType };
  const answer = await askExport(credentials, { path, body, timeoutMs, ...within });
  if (answer.kind === 'answered') {
    const read = created.safeParse(answer.json);
    if (read.success) return { kind: 'ordered', jobId: read.data.jobId };
    return { kind: 'unconfirmed', problem: { kind: 'unreadable', cause: 'foreign' } };
  }
  const mayHaveArrived = answer.kind === 'unreadable' || (answer.kind === 'unreachable' && answer.mayHaveArrived);
  return { kind: mayHaveArrived ? 'unconfirmed' : 'notOrdered', problem: problemOf(answer) };
}

/** Where a file is: at the address of the data export, or nowhere that the desk goes. */
type FileAddress = { kind: 'here'; url: URL } | { kind: 'addressMissing' | 'addressForeign' };

type JobAnswer =
  | { kind: 'told'; status: 'DONE'; address: FileAddress }
  | { kind: 'told'; status: Exclude<JobStatus, 'DONE'> }
  /** The platform knows no such job. */
  | { kind: 'missing' }
  | { kind: 'busy'; retryAfterMs: number | null }
  /** `isOfAll`: it is not about this job alone. */
  | { kind: 'trouble'; problem: ExportProblem; isOfAll: boolean };

const statuses = z.enum(jobStatuses);
/** The status in upper or lower case. The address is checked by the code that uses it. */
const job = z.object({
  status: z
    .string()
    .transform((status) => status.toUpperCase())
    .pipe(statuses),
  downloadURL: z.unknown().optional(),
});

/** Asks the platform for the state of an ordered file, and for its address once it is done. Each answer has a new address. */
export async function askJob(
  credentials: ExportCredentials,
  { jobId, stopping }: { jobId: string; stopping: AbortSignal },
): Promise<JobAnswer> {
  const path = operations.getAsyncExportJobStatus.path.replace('{jobId}', encodeURIComponent(jobId));
  const answer = await askExport(credentials, { path, timeoutMs: presetTimeoutMs, stopping, ...within });
  switch (answer.kind) {
    case 'answered': {
      const read = job.safeParse(answer.json);
      if (!read.success) return { kind: 'trouble', problem: { kind: 'unreadable', cause: 'foreign' }, isOfAll: false };
      const { status, downloadURL } = read.data;
      return status === 'DONE'
        ? { kind: 'told', status, address: addressOf(downloadURL, credentials) }
        : { kind: 'told', status };
    }
    case 'missing':
    case 'busy':
      return answer;
    case 'invalid':
      return { kind: 'trouble', problem: { kind: 'unreadable', cause: 'foreign' }, isOfAll: false };
    case 'unreadable':
      return { kind: 'trouble', problem: problemOf(answer), isOfAll: false };
    case 'unreachable':
      return { kind: 'trouble', problem: problemOf(answer), isOfAll: answer.isLost };
    case 'rejected':
    case 'permissionMissing':
      return { kind: 'trouble', problem: problemOf(answer), isOfAll: true };
  }
}

function addressOf(told: unknown, { url }: ExportCredentials): FileAddress {
  if (told === undefined || told === null || told === '') return { kind: 'addressMissing' };
  const address = typeof told === 'string' ? URL.parse(told) : null;
  const here = new URL(url);
  // the origin of a `blob:` address is that of the address within it
  const isAtOrigin = address?.origin === here.origin && address.protocol === here.protocol;
  return address && isAtOrigin && address.username === '' && address.password === ''
    ? { kind: 'here', url: address }
    : { kind: 'addressForeign' };
}

function problemOf(answer: Exclude<ExportAnswer, { kind: 'answered' }>): ExportProblem {
  switch (answer.kind) {
    case 'unreachable':
    case 'unreadable':
      return { kind: answer.kind, cause: answer.cause };
    case 'rejected':
      return { kind: 'refused', cause: null };
    case 'permissionMissing':
    case 'busy':
    case 'invalid':
      return { kind: answer.kind, cause: null };
    case 'missing':
      return { kind: 'unreachable', cause: 'foreign' };
  }
}
