import type { ErrorBody as ExportErrorBody } from '#contracts/export/errors.ts';
import type { ErrorBody as GymErrorBody } from '#contracts/v1/errors.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '#contracts/v2/errors.ts';
import { exportOperations } from '#platform/http/export/operation-index.ts';
import type { OperationIndex } from '#platform/http/operation-index.ts';
import { gymOperations } from '#platform/http/v1/operation-index.ts';
import { membershipOperations } from '#platform/http/v2/operation-index.ts';

interface Fault {
  status: number;
  path: string;
  requestId: string;
  at: Date;
}

interface Faulty {
  operations: OperationIndex<string>;
  /** An error body in the format of the interface. */
  failureOf(fault: Fault): object;
}

const text = 'The sandbox was told to answer so.';
const codes = Object.keys(errorStatus) as ErrorCode[]; // safe because: errorStatus is a closed literal

/** The interfaces for which the sandbox can simulate faults, each in its own error format. */
export const faultyInterfaces = {
  v2: {
    operations: membershipOperations,
    failureOf: ({ status, path, requestId, at }) =>
      ({
        timestamp: at.toISOString(),
        path,
        requestId,
        status,
        error: 'Fault of the sandbox',
        errorCode: codes.find((code) => errorStatus[code] === status) ?? 'internalServerError',
        message: text,
        fieldErrors: [],
        metadata: {},
      }) satisfies ErrorBody,
  },
  v1: {
    operations: gymOperations,
    failureOf: ({ status }) => ({ error: status, errorText: text }) satisfies GymErrorBody,
  },
  export: {
    operations: exportOperations,
    failureOf: () => ({ message: text }) satisfies ExportErrorBody,
  },
} satisfies Record<string, Faulty>;
export type FaultyInterface = keyof typeof faultyInterfaces;
