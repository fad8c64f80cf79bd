import type { ErrorBody as ExportErrorBody } from '#contracts/export/errors.ts';
import type { ErrorBody as GymErrorBody } from '#contracts/v1/errors.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '#contracts/v2/errors.ts';
import type { FaultyInterface } from '#platform/services/sandbox/fault-rule.ts';

interface Failure {
  status: number;
  path: string;
  requestId: string;
  at: Date;
}

const text = 'The sandbox was told to answer so.';
const codes = Object.keys(errorStatus) as ErrorCode[]; // safe because: errorStatus is a closed literal

/** An error body in the format of each interface, for a fault without a body of its own. */
export const faultBodies: Record<FaultyInterface, (failure: Failure) => object> = {
  v2: ({ status, path, requestId, at }) =>
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
  v1: ({ status }) => ({ error: status, errorText: text }) satisfies GymErrorBody,
  export: () => ({ message: text }) satisfies ExportErrorBody,
};
