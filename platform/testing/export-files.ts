import { expect } from 'vitest';
import type { JobRequest, JobStatus } from '#contracts/export/jobs.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import type { TrainingEvent } from '#platform/services/training/training-event.ts';
import { until } from '#shared/testing/until.ts';
import { callOf } from './calls.ts';
import type { TestGym, TestPlatform } from './platform.ts';

export const record = (platform: TestPlatform, gym: TestGym, events: readonly TrainingEvent[]): Promise<void> =>
  recordTraining(callOf(platform, gym), events);

/** A request for the workouts of the tests' month. */
export const fileRequest = (changes: Partial<JobRequest> = {}): JobRequest => ({
  startDate: '2026-11-01',
  endDate: '2026-11-30',
  exportType: 'SMART_STRENGTH_WORKOUTS',
  fileType: 'JSONL',
  ...changes,
});

export async function askFile(gym: TestGym, changes?: Partial<JobRequest>): Promise<string> {
  const { body, status } = await gym.askExport('createAsyncExportJob', { body: fileRequest(changes) });
  expect(status).toBe(201);
  return body.jobId;
}

export async function statusOf(gym: TestGym, jobId: string): Promise<{ status: JobStatus; downloadURL?: string }> {
  return (await gym.askExport('getAsyncExportJobStatus', { path: { jobId } })).body;
}

/** Waits until a job is finished, and returns the path of its link. */
export async function finished(platform: TestPlatform, gym: TestGym, jobId: string): Promise<string> {
  await until(async () => {
    const [job] = await platform.rows<{ status: string }>('SELECT status FROM export_jobs WHERE job_id = $1', [jobId]);
    expect(job?.status).not.toBe('IN_PROGRESS');
  });
  const { status, downloadURL } = await statusOf(gym, jobId);
  expect(status).toBe('DONE');
  return new URL(downloadURL ?? '').pathname;
}

/** Requests a file, waits for it and downloads it. */
export async function fileOf(platform: TestPlatform, gym: TestGym, changes?: Partial<JobRequest>): Promise<string> {
  const path = await finished(platform, gym, await askFile(gym, changes));
  const response = await platform.app.request(path);
  expect(response.status).toBe(200);
  return response.text();
}
