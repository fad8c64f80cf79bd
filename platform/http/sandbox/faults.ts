import { setTimeout as wait } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import type { StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { operations as gymOperationsById } from '#contracts/v1/operations.ts';
import { type ErrorCode, errorStatus } from '#contracts/v2/errors.ts';
import { operations as membershipOperationsById } from '#contracts/v2/operations.ts';
import type { Clock } from '#platform/dependencies.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import type { OperationIndex } from '#platform/http/operation-index.ts';
import { gymOperations } from '#platform/http/v1/operation-index.ts';
import { membershipOperations } from '#platform/http/v2/operation-index.ts';

/** Limits faults to some operations of an interface. */
const operationsOf = <Id extends string>(operations: Record<Id, unknown>) =>
  z.array(z.enum(Object.keys(operations) as [Id, ...Id[]])).optional(); // safe because: operations is a closed literal

const common = {
  /** Holds every answer back, after the request took effect. */
  delayMs: z.number().int().min(0).max(120_000).optional(),
  /** Answers this status, and the request takes no effect. */
  status: z.number().int().min(200).max(599).optional(),
  /** Answers this body instead of a true one; with status 200 where none is named. */
  body: z.unknown().optional(),
};

/** What the sandbox can be told to do to the requests of one interface: version 2, where none is named. */
export const faultsRequest = z.discriminatedUnion('interface', [
  z.object({ interface: z.literal('v2').optional(), ...common, operations: operationsOf(membershipOperationsById) }),
  z.object({ interface: z.literal('v1'), ...common, operations: operationsOf(gymOperationsById) }),
]);
export type Faults = z.infer<typeof faultsRequest>;

/** The fault switches of one platform; none are on at first. */
export interface FaultSwitches {
  current: Faults | undefined;
}

/** Marks an answer that is a fault, so that nobody takes it for the platform's own. */
export const faultHeader = 'X-Sandbox-Fault';

interface FaultyInterface {
  name: 'v1' | 'v2';
  operations: OperationIndex<string>;
}
export const faultyMembershipInterface: FaultyInterface = { name: 'v2', operations: membershipOperations };
export const faultyGymInterface: FaultyInterface = { name: 'v1', operations: gymOperations };

/** Lets people and tests see what a slow, failing or confused platform does to its clients. */
export const applyFaults = (
  switches: FaultSwitches,
  clock: Clock,
  { name, operations }: FaultyInterface,
  basePath = '',
) =>
  createMiddleware<PlatformEnv>(async (c, next) => {
    const faults = switches.current;
    const operation = operations.find(c.req.method, c.req.path.slice(basePath.length));
    const named: readonly string[] | undefined = faults?.operations;
    const isMeant = !named || (operation !== undefined && named.includes(operation));
    if (!faults || !isMeant || (faults.interface ?? 'v2') !== name) return next();
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

const text = 'The sandbox was told to answer so.';

function bodyOf(
  { interface: name, status = 200, body }: Faults,
  requestId: string,
  path: string,
  now: Date,
): string | null {
  if (body !== undefined) return typeof body === 'string' ? body : JSON.stringify(body);
  if (status === 204 || status === 205 || status === 304) return null;
  if (name === 'v1') return JSON.stringify({ error: status, errorText: text });
  const codes = Object.keys(errorStatus) as ErrorCode[]; // safe because: errorStatus is a closed literal
  return JSON.stringify({
    timestamp: now.toISOString(),
    path,
    requestId,
    status,
    error: 'Fault of the sandbox',
    errorCode: codes.find((code) => errorStatus[code] === status) ?? 'internalServerError',
    message: text,
    fieldErrors: [],
    metadata: {},
  });
}
