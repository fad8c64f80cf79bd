interface Operation {
  method: 'GET' | 'POST';
  /** Path with `{name}` for parameters. */
  path: string;
  success: 200 | 201;
}

/** Every operation of the data export, by its operation id. */
export const operations = {
  getAnalyticsExport: { method: 'GET', path: '/api/v1/data/analytics', success: 200 },
  getSmartStrengthWorkoutsExport: { method: 'GET', path: '/api/v1/data/smart-strength-workouts', success: 200 },
  getSmartStrengthAssessmentsExport: { method: 'GET', path: '/api/v1/data/smart-strength-assessments', success: 200 },
  getFlexibilityMeasurementsExport: { method: 'GET', path: '/api/v1/data/flexibility-measurements', success: 200 },
  getBodyMeasurementsExport: { method: 'GET', path: '/api/v1/data/body-measurements', success: 200 },
  getOptedOutUsersExport: { method: 'GET', path: '/api/v1/data/opted-out-users', success: 200 },
  createAsyncExportJob: { method: 'POST', path: '/api/v1/data/async', success: 201 },
  getAsyncExportJobStatus: { method: 'GET', path: '/api/v1/data/async/jobs/{jobId}', success: 200 },
} as const satisfies Record<string, Operation>;
export type OperationId = keyof typeof operations;
