import { type OperationId, operations } from '#contracts/export/operations.ts';
import { exportInterface } from '#platform/http/export/interface.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import { callOf } from './calls.ts';
import type { Asked } from './client.ts';
import { createMember, newMember } from './members.ts';
import type { TestGym, TestPlatform } from './platform.ts';
import { trainingOf } from './training.ts';

/** All operations of the data export that the platform has. */
export const exportOperationIds = (Object.keys(operations) as OperationId[]).filter((operation) => {
  const { method, path } = operations[operation];
  const address = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return exportInterface.routes.some((route) => route.method === method && route.path === address);
}); // safe because: operations is a closed literal

/** The days of the sample events. */
export const sampledDays = { startDate: '2026-11-01', endDate: '2026-11-21' };

export interface ExportSamples {
  gym: TestGym;
  accountId: string;
  /** Values that no other gym may see, of the member and their events. */
  secrets: string[];
  /** A valid request for each operation. */
  requests: Record<OperationId, Asked>;
}

/** A gym with a member who has one event of each type, and valid requests for them. */
export async function sampleExport(
  platform: TestPlatform,
  options: Parameters<TestPlatform['newGym']>[0] = {},
): Promise<ExportSamples> {
  const gym = await platform.newGym(options);
  const { membership, ...person } = newMember();
  const accountId = await createMember(gym, { ...person, membership });
  await recordTraining(callOf(platform, gym), trainingOf(accountId, new Date('2026-11-20T17:05:42.000Z')));
  const page = { query: sampledDays };
  const file: Asked = { body: { ...sampledDays, exportType: 'SMART_STRENGTH_WORKOUTS', fileType: 'CSV' } };
  const jobId = exportOperationIds.includes('createAsyncExportJob')
    ? (await gym.askExport('createAsyncExportJob', file)).body.jobId
    : '7e1c9f40-2b6d-4a85-9c3e-5f0a1b2c3d4e';
  return {
    gym,
    accountId,
    secrets: [accountId, membership.membershipId, person.email],
    requests: {
      getAnalyticsExport: page,
      getSmartStrengthWorkoutsExport: page,
      getSmartStrengthAssessmentsExport: page,
      getFlexibilityMeasurementsExport: page,
      getBodyMeasurementsExport: page,
      getOptedOutUsersExport: {},
      createAsyncExportJob: file,
      getAsyncExportJobStatus: { path: { jobId } },
    },
  };
}
