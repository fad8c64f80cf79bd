import type { AskRecorded } from './recorder.ts';

const data = '/api/v1/data';
const events = [
  'smart-strength-workouts',
  'smart-strength-assessments',
  'flexibility-measurements',
  'body-measurements',
];
const ranges = [
  'startDate=2026-11-19&endDate=2026-11-20',
  'startDate=2026-11-21&endDate=2026-11-21',
  'startDate=2026-11-20&endDate=2026-11-19',
  'startDate=2026-01-01&endDate=2026-01-02',
  'startDate=2026-11-01',
  'startDate=today&endDate=tomorrow',
  'startDate=2026-11-19&endDate=2026-11-20&cursor=forged',
];
const nobody = '11111111-1111-4111-8111-111111111111';

/** Asks the data export, and orders files. */
export async function driveExport(ask: AskRecorded): Promise<void> {
  for (const kind of ['analytics', ...events]) {
    for (const range of ranges) await ask(`GET ${data}/${kind}?${range}`);
  }
  await ask(`GET ${data}/analytics?startDate=2026-11-09&endDate=2026-11-15`);
  await ask(`GET ${data}/analytics?startDate=2026-10-26&endDate=2026-11-15`);
  await followPages(ask);
  await ask(`GET ${data}/opted-out-users`);
  await ask(`GET ${data}/nothing`);
  await ask(`GET ${data}/opted-out-users`, undefined, { 'x-api-key': 'no key' });
  await orderFiles(ask);
}

async function followPages(ask: AskRecorded) {
  const range = 'startDate=2026-11-01&endDate=2026-11-20';
  const { nextCursor } = await ask(`GET ${data}/smart-strength-workouts?${range}`);
  // the cursor is a ciphertext, which the note would have to leave out
  await ask(`GET ${data}/smart-strength-workouts?${range}&cursor=${nextCursor}`);
}

async function orderFiles(ask: AskRecorded) {
  const order = { startDate: '2026-11-01', endDate: '2026-11-20', exportType: 'SMART_STRENGTH_WORKOUTS' };
  for (const fileType of ['JSON', 'JSONL', 'CSV', undefined, null]) {
    const { jobId } = await ask(`POST ${data}/async`, { ...order, fileType });
    await ask(`GET ${data}/async/jobs/${jobId}`);
  }
  for (const change of [
    { exportType: 'VISITS' },
    { fileType: 'XML' },
    { endDate: 'tomorrow' },
    { endDate: '2026-10-01' },
  ])
    await ask(`POST ${data}/async`, { ...order, ...change });
  for (const body of [{}, '{', []]) await ask(`POST ${data}/async`, body);
  await ask(`GET ${data}/async/jobs/${nobody}`);
  await ask(`GET ${data}/async/jobs/no-uuid`);
}
