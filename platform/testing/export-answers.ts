import type { z } from 'zod';
import { analyticsPage } from '#contracts/export/analytics.ts';
import {
  bodyMeasurementPage,
  flexibilityMeasurementPage,
  smartStrengthAssessmentPage,
  smartStrengthWorkoutPage,
} from '#contracts/export/events.ts';
import { createdJob, jobState } from '#contracts/export/jobs.ts';
import type { OperationId } from '#contracts/export/operations.ts';
import { optedOutUserList } from '#contracts/export/sharing.ts';

/** Schemas of the successful responses of each operation of the data export. */
export const exportAnswers: Record<OperationId, z.ZodType> = {
  getAnalyticsExport: analyticsPage,
  getSmartStrengthWorkoutsExport: smartStrengthWorkoutPage,
  getSmartStrengthAssessmentsExport: smartStrengthAssessmentPage,
  getFlexibilityMeasurementsExport: flexibilityMeasurementPage,
  getBodyMeasurementsExport: bodyMeasurementPage,
  getOptedOutUsersExport: optedOutUserList,
  createAsyncExportJob: createdJob,
  getAsyncExportJobStatus: jobState,
};
