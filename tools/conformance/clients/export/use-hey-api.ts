import { type Given, nobody } from './given';
import * as api from './hey-api';
import { client } from './hey-api/client.gen';

export async function use({ url, key, startDate, endDate, check }: Given): Promise<void> {
  client.setConfig({ baseUrl: url, auth: () => key });
  const query = { startDate, endDate };
  const { data: analytics } = await api.getAnalyticsExport({ query });
  check('getAnalyticsExport', analytics?.gym.name, 'Conformance');
  const { data: workouts } = await api.getSmartStrengthWorkoutsExport({ query });
  check('a page of workouts', [workouts?.gym.name, workouts?.data.length], ['Conformance', 500]);
  check('a first workout', typeof workouts?.data[0]?.externalAccountId, 'string');
  const cursor = workouts?.nextCursor ?? undefined;
  const second = await api.getSmartStrengthWorkoutsExport({ query: { ...query, cursor } });
  check('a second page', second.response?.status, 200);
  const { data: assessments } = await api.getSmartStrengthAssessmentsExport({ query });
  check('getSmartStrengthAssessmentsExport', assessments?.gym.name, 'Conformance');
  const { data: flexibility } = await api.getFlexibilityMeasurementsExport({ query });
  check('getFlexibilityMeasurementsExport', flexibility?.gym.name, 'Conformance');
  const { data: measured } = await api.getBodyMeasurementsExport({ query });
  check('getBodyMeasurementsExport', measured?.gym.name, 'Conformance');
  const { data: optedOut } = await api.getOptedOutUsersExport();
  check('getOptedOutUsersExport', [optedOut?.gym.name, optedOut?.data.length], ['Conformance', 1]);

  const body: api.AsyncExportCreateRequest = { ...query, exportType: 'BODY_MEASUREMENTS', fileType: 'CSV' };
  const { data: created } = await api.createAsyncExportJob({ body });
  check('createAsyncExportJob', created?.status, 'IN_PROGRESS');
  const { data: state } = await api.getAsyncExportJobStatus({ path: { jobId: created?.jobId ?? '' } });
  check('getAsyncExportJobStatus', ['IN_PROGRESS', 'DONE'].includes(state?.status ?? ''), true);

  const missing = await api.getAsyncExportJobStatus({ path: { jobId: nobody } });
  check('a missing job', [missing.response?.status, typeof missing.error?.message], [404, 'string']);
  const wrong = await api.getBodyMeasurementsExport({ query: { startDate: endDate, endDate: startDate } });
  check('a range that runs backwards', [wrong.response?.status, typeof wrong.error?.message], [400, 'string']);
}
