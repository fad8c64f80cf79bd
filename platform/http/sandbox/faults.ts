import { setTimeout as wait } from 'node:timers/promises';
import { createMiddleware } from 'hono/factory';
import type { StatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { operations as exportOperationsById } from '#contracts/export/operations.ts';
import { operations as gymOperationsById } from '#contracts/v1/operations.ts';
import { operations as membershipOperationsById } from '#contracts/v2/operations.ts';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { type FaultyInterface, faultyInterfaces } from './faulty-interfaces.ts';

const common = {
  /** Delays every response, after the request took effect. */
  delayMs: z.number().int().min(0).max(120_000).optional(),
  /** Responds with this status; the request takes no effect. */
  status: z.number().int().min(200).max(599).optional(),
  /** Responds with this body instead of the real one; with status 200 if no status is given. */
  body: z.unknown().optional(),
};

/** The faults of one interface, for all of its operations or only the given ones. */
const faultsOf = <Name extends z.ZodType, Id extends string>(name: Name, operations: Record<Id, unknown>) =>
  z.object({
    interface: name,
    ...common,
    operations: z.array(z.enum(Object.keys(operations) as [Id, ...Id[]])).optional(), // safe because: operations is a closed literal
  });

/** The faults of one interface: version 2 if none is named. */
export const faultsRequest = z.discriminatedUnion('interface', [
  faultsOf(z.literal('v2').optional(), membershipOperationsById),
  faultsOf(z.literal('v1'), gymOperationsById),
  faultsOf(z.literal('export'), exportOperationsById),
]);
type Faults = z.infer<typeof faultsRequest>;

/** The fault switches of one platform; all are off at first. */
export interface FaultSwitches {
  current: Faults | undefined;
}

/** Marks a response as a fault, to distinguish it from the platform's own errors. */
export const faultHeader = 'X-Sandbox-Fault';

/** Simulates a slow, failing or confused platform for the clients of an interface. */
export const applyFaults = (switches: FaultSwitches, clock: Clock, name: FaultyInterface, basePath = '') => {
  const { operations, failureOf } = faultyInterfaces[name];
  return createMiddleware<PlatformEnv>(async (c, next) => {
    const faults = switches.current;
    const operation = operations.find(c.req.method, c.req.path.slice(basePath.length));
    const named: readonly string[] | undefined = faults?.operations;
    const isMeant = !named || (operation !== undefined && named.includes(operation));
    if (!faults || !isMeant || (faults.interface ?? 'v2') !== name) return next();
    const { delayMs = 0, status = 200, body } = faults;
    if (faults.status === undefined && body === undefined) {
      await next();
      await wait(delayMs);
      return;
    }
    await wait(delayMs);
    c.header('Content-Type', 'application/json');
    c.header(faultHeader, '1');
    const fault = { status, path: c.req.path, requestId: c.get('requestId'), at: clock() };
    const told = body === undefined ? failureOf(fault) : body;
    return c.newResponse(textOf(status, told), status as StatusCode); // safe because: the schema accepted it as a status
  });
};

const withoutBody = [204, 205, 304];

function textOf(status: number, body: unknown): string | null {
  if (withoutBody.includes(status)) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
