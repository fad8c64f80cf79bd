import { type Given, nobody } from './given';
import * as api from './orval/client';

export async function use({ key, startDate, endDate, check }: Given): Promise<void> {
  const options = { headers: { 'x-api-key': key } };
  const range = { startDate, endDate };
  const analytics = await api.getAnalyticsExport(range, options);
  check('getAnalyticsExport', analytics.status === 200 && analytics.data.gym.name, 'Conformance');
  const workouts = await api.getSmartStrengthWorkoutsExport(range, options);
  if (workouts.status === 200) {
    check('a page of workouts', [workouts.data.gym.name, workouts.data.data.length], ['Conformance', 500]);
    check('a first workout', typeof workouts.data.data[0]?.externalAccountId, 'string');
    const cursor = workouts.data.nextCursor ?? undefined;
    check('a second page', (await api.getSmartStrengthWorkoutsExport({ ...range, cursor }, options)).status, 200);
  } else check('getSmartStrengthWorkoutsExport', workouts.status, 200);
  const assessments = await api.getSmartStrengthAssessmentsExport(range, options);
  check('getSmartStrengthAssessmentsExport', assessments.status === 200 && assessments.data.gym.name, 'Conformance');
  const flexibility = await api.getFlexibilityMeasurementsExport(range, options);
  check('getFlexibilityMeasurementsExport', flexibility.status === 200 && flexibility.data.gym.name, 'Conformance');
  const body = await api.getBodyMeasurementsExport(range, options);
  check('getBodyMeasurementsExport', body.status === 200 && body.data.gym.name, 'Conformance');
  const optedOut = await api.getOptedOutUsersExport(options);
  check('getOptedOutUsersExport', optedOut.status === 200 && [optedOut.data.gym.name, optedOut.data.data.length], [
    'Conformance',
    1,
  ]);

  const job: api.AsyncExportCreateRequest = { ...range, exportType: 'BODY_MEASUREMENTS', fileType: 'CSV' };
  const created = await api.createAsyncExportJob(job, options);
  check('createAsyncExportJob', created.status === 201 && created.data.status, 'IN_PROGRESS');
  const jobId = created.status === 201 ? created.data.jobId : '';
  const state = await api.getAsyncExportJobStatus(jobId, options);
  check('getAsyncExportJobStatus', state.status === 200 && ['IN_PROGRESS', 'DONE'].includes(state.data.status), true);

  const missing = await api.getAsyncExportJobStatus(nobody, options);
  check('a missing job', missing.status === 404 && typeof missing.data.message, 'string');
  const wrong = await api.getBodyMeasurementsExport({ startDate: endDate, endDate: startDate }, options);
  check('a range that runs backwards', wrong.status === 400 && typeof wrong.data.message, 'string');
}
