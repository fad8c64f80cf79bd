import { setTimeout as pause } from 'node:timers/promises';
import type { Answered } from './ask.ts';
import { daysAgo } from './days-ago.ts';
import { nobody, type Stage, unknownKey } from './stage.ts';

const pages = [
  'getAnalyticsExport',
  'getSmartStrengthWorkoutsExport',
  'getSmartStrengthAssessmentsExport',
  'getFlexibilityMeasurementsExport',
  'getBodyMeasurementsExport',
];
const range = { startDate: daysAgo(20), endDate: daysAgo(1) };
const mostPages = 5;

export async function driveExport(stage: Stage): Promise<void> {
  for (const operationId of pages) await drivePages(stage, operationId);
  await stage.ask.good('getOptedOutUsersExport');
  await stage.ask.bad('getOptedOutUsersExport', 401, { headers: unknownKey });
  await driveFiles(stage);
}

async function drivePages({ ask }: Stage, operationId: string): Promise<void> {
  let cursor: string | null = null;
  for (let page = 0; page < mostPages && (page === 0 || cursor); page++) {
    const answered = await ask.good(operationId, { query: { ...range, ...(cursor ? { cursor } : {}) } });
    cursor = answered?.nextCursor ?? null;
  }
  await ask.bad(operationId, 400, { query: { startDate: range.startDate } });
  await ask.bad(operationId, 400, { query: { startDate: range.endDate, endDate: range.startDate } });
  await ask.bad(operationId, 400, { query: { ...range, cursor: 'forged' } });
  await ask.bad(operationId, 401, { query: range, headers: unknownKey });
}

const longestJobMs = 60_000;

async function driveFiles({ ask }: Stage): Promise<void> {
  const body = { ...range, exportType: 'SMART_STRENGTH_WORKOUTS' };
  for (const fileType of ['JSON', 'JSONL', 'CSV', undefined]) {
    const { jobId } = (await ask.good('createAsyncExportJob', { body: { ...body, fileType } })) ?? {};
    if (jobId) await takeFile(await awaitJob({ ask }, jobId));
  }
  await ask.bad('createAsyncExportJob', 400, { body: { ...body, exportType: 'VISITS' } });
  await ask.bad('createAsyncExportJob', 400, { body: { ...body, endDate: 'tomorrow' } });
  await ask.bad('createAsyncExportJob', 401, { body, headers: unknownKey });
  await ask.bad('getAsyncExportJobStatus', 404, { path: { jobId: nobody } });
  await ask.bad('getAsyncExportJobStatus', 401, { path: { jobId: nobody }, headers: unknownKey });
}

async function awaitJob({ ask }: Pick<Stage, 'ask'>, jobId: string): Promise<Answered> {
  const giveUpAt = Date.now() + longestJobMs;
  for (;;) {
    const state = await ask.good('getAsyncExportJobStatus', { path: { jobId } });
    if (state?.status !== 'IN_PROGRESS') return state;
    if (Date.now() > giveUpAt) throw new Error('A file of a few weeks was not made in a minute.');
    await pause(500);
  }
}

/** The link serves the file without a key. */
async function takeFile(state: Answered): Promise<void> {
  if (state?.status !== 'DONE') throw new Error(`A file of a few weeks is ${state?.status}.`);
  const file = await fetch(state.downloadURL);
  const text = await file.text();
  if (!file.ok || text === '')
    throw new Error(`The link of a file answered ${file.status} and ${text.length} characters.`);
}
