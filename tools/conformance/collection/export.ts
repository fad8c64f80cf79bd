import { daysAgo } from '#tools/conformance/traffic/days-ago.ts';
import type { Stage } from '#tools/conformance/traffic/stage.ts';
import type { Sample } from './sample.ts';

export async function samplesOfExport({ ask }: Stage): Promise<Record<string, Sample>> {
  const range = { startDate: daysAgo(20), endDate: daysAgo(1) };
  const body = { ...range, exportType: 'SMART_STRENGTH_WORKOUTS', fileType: 'JSONL' };
  const { jobId } = await ask.good('createAsyncExportJob', { body });
  return {
    getAnalyticsExport: { query: range },
    getSmartStrengthWorkoutsExport: { query: range },
    getSmartStrengthAssessmentsExport: { query: range },
    getFlexibilityMeasurementsExport: { query: range },
    getBodyMeasurementsExport: { query: range },
    getOptedOutUsersExport: {},
    createAsyncExportJob: { body },
    getAsyncExportJobStatus: { path: { jobId } },
  };
}
