import { setTimeout as wait } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import type { StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#contracts/v2/errors.ts';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import type { Clock } from '#platform/dependencies.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { findOperation } from '#platform/http/operation-of-request.ts';

const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]]; // safe because: operations is a closed literal

/** What the sandbox can be told to do to the requests of version 2. */
export const faultsRequest = z.object({
  /** Holds every answer back, after the request took effect. */
  delayMs: z.number().int().min(0).max(120_000).optional(),
  /** Answers this status, and the request takes no effect. */
  status: z.number().int().min(200).max(599).optional(),
  /** Answers this body instead of a true one; with status 200 where none is named. */
  body: z.unknown().optional(),
  /** Limits all this to some operations. */
  operations: z.array(z.enum(operationIds)).optional(),
});
export type Faults = z.infer<typeof faultsRequest>;

/** The fault switches of one platform; none are on at first. */
export interface FaultSwitches {
  current: Faults | undefined;
}

/** Marks an answer that is a fault, so that nobody takes it for the platform's own. */
export const faultHeader = 'X-Sandbox-Fault';

/** Lets people and tests see what a slow, failing or confused platform does to its clients. */
export const applyFaults = (switches: FaultSwitches, clock: Clock) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const faults = switches.current;
    const operation = findOperation(c.req.method, c.req.path);
    const isMeant = !faults?.operations || (operation !== undefined && faults.operations.includes(operation));
    if (!faults || !isMeant) return next();
    const { delayMs = 0, status, body } = faults;
    if (status === undefined && body === undefined) {
      await next();
      await wait(delayMs);
      return;
    }
    await wait(delayMs);
    c.header('Content-Type', 'application/json');
    c.header(faultHeader, '1');
    return c.newResponse(bodyOf(faults, c.get('requestId'), c.req.path, clock()), (status ?? 200) as StatusCode); // safe because: the schema took it for a status
  });

function bodyOf({ status = 200, body }: Faults, requestId: string, path: string, now: Date): string | null {
  if (body !== undefined) return typeof body === 'string' ? body : JSON.stringify(body);
  if (status === 204 || status === 205 || status === 304) return null;
  const codes = Object.keys(errorStatus) as ErrorCode[]; // safe because: errorStatus is a closed literal
  return JSON.stringify({
    timestamp: now.toISOString(),
    path,
    requestId,
    status,
    error: 'Fault of the sandbox',
    errorCode: codes.find((code) => errorStatus[code] === status) ?? 'internalServerError',
    message: 'The sandbox was told to answer so.',
    fieldErrors: [],
    metadata: {},
  });
}
