import { operations } from '#contracts/export/operations.ts';

interface Decision {
  reason: string;
  /** In the format of `findDeviations` or `findValueDeviations`. */
  deviations: string[];
}

/** Where the data export deviates from its published document, and why. */
export const decidedDeviations: readonly Decision[] = [
  {
    reason: 'A key is limited here as it is in version 2, and says so.',
    deviations: Object.keys(operations).map((id) => `${id} status +429`),
  },
  {
    reason: 'A client that writes null for what it leaves out is understood.',
    deviations: [
      'createAsyncExportJob request fileType -string',
      'createAsyncExportJob request fileType +string or null',
    ],
  },
  {
    reason: 'JSON has one kind of number; its precision is that of a double.',
    deviations: ['getAnalyticsExport answer data[].value -double', 'getAnalyticsExport answer data[].value +number'],
  },
];
