import createClient from 'openapi-fetch';
import { type Given, nobody } from './given';
import type { paths } from './schema';

export async function use({ url, key, startDate, endDate, check }: Given): Promise<void> {
  const client = createClient<paths>({ baseUrl: url, headers: { 'x-api-key': key } });
  const params = { query: { startDate, endDate } };
  const analytics = await client.GET('/api/v1/data/analytics', { params });
  check('getAnalyticsExport', analytics.data?.gym.name, 'Conformance');
  const workouts = await client.GET('/api/v1/data/smart-strength-workouts', { params });
  check('a page of workouts', [workouts.data?.gym.name, workouts.data?.data.length], ['Conformance', 500]);
  check('a first workout', typeof workouts.data?.data[0]?.externalAccountId, 'string');
  const cursor = workouts.data?.nextCursor ?? undefined;
  const second = await client.GET('/api/v1/data/smart-strength-workouts', {
    params: { query: { startDate, endDate, cursor } },
  });
  check('a second page', second.response.status, 200);
  const assessments = await client.GET('/api/v1/data/smart-strength-assessments', { params });
  check('getSmartStrengthAssessmentsExport', assessments.data?.gym.name, 'Conformance');
  const flexibility = await client.GET('/api/v1/data/flexibility-measurements', { params });
  check('getFlexibilityMeasurementsExport', flexibility.data?.gym.name, 'Conformance');
  const body = await client.GET('/api/v1/data/body-measurements', { params });
  check('getBodyMeasurementsExport', body.data?.gym.name, 'Conformance');
  const optedOut = await client.GET('/api/v1/data/opted-out-users');
  check('getOptedOutUsersExport', [optedOut.data?.gym.name, optedOut.data?.data.length], ['Conformance', 1]);

  const created = await client.POST('/api/v1/data/async', {
    body: { startDate, endDate, exportType: 'BODY_MEASUREMENTS', fileType: 'CSV' },
  });
  check('createAsyncExportJob', created.data?.status, 'IN_PROGRESS');
  const jobId = created.data?.jobId ?? '';
  const state = await client.GET('/api/v1/data/async/jobs/{jobId}', { params: { path: { jobId } } });
  check('getAsyncExportJobStatus', ['IN_PROGRESS', 'DONE'].includes(state.data?.status ?? ''), true);

  const missing = await client.GET('/api/v1/data/async/jobs/{jobId}', { params: { path: { jobId: nobody } } });
  check('a missing job', [missing.response.status, typeof missing.error?.message], [404, 'string']);
  const backwards = { query: { startDate: endDate, endDate: startDate } };
  const wrong = await client.GET('/api/v1/data/body-measurements', { params: backwards });
  check('a range that runs backwards', [wrong.response.status, typeof wrong.error?.message], [400, 'string']);
}
