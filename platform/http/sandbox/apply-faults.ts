import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { StatusCode } from 'hono/utils/http-status';
import type { Clock } from '#platform/base/clock-and-ids.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { answers, type FaultRule } from '#platform/services/sandbox/fault-rule.ts';
import { strikes } from '#platform/services/sandbox/faults/strike.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import type { SetFault } from '#platform/services/sandbox/state.ts';
import { findCalled } from './called-operation.ts';
import { faultBodies } from './fault-bodies.ts';

/** Names the rule that an answer comes from, to distinguish it from the platform's own errors. */
export const faultHeader = 'X-Sandbox-Fault';

interface FaultOptions {
  sandbox: Sandbox;
  clock: Clock;
  gymPaths: readonly string[];
  /** Rules for a key or a gym are applied after the authentication, all others before it, as a gateway would. */
  isAuthenticated: boolean;
}

/**
 * Simulates a slow, failing, confused or absent platform. All rules that concern a request apply: their delays add up,
 * and the earliest that answers or drops decides. The sandbox's own endpoints always work.
 */
export function applyFaults({ sandbox, clock, gymPaths, isAuthenticated }: FaultOptions) {
  const calledAt = findCalled(gymPaths);

  const isMeant = ({ rule }: SetFault, c: Context<PlatformEnv>): boolean => {
    if (isForCredential(rule) !== isAuthenticated) return false;
    if (rule.keyId !== undefined && rule.keyId !== c.get('key')?.keyId) return false;
    if (rule.gymId !== undefined && rule.gymId !== c.get('call').gymId) return false;
    if (!rule.interface && !rule.operations) return true;
    const called = calledAt(c.req.method, c.req.path);
    if (called.interface === undefined || (rule.interface ?? called.interface) !== called.interface) return false;
    return !rule.operations || rule.operations.some((operation) => operation === called.operation);
  };

  return createMiddleware<PlatformEnv>(async (c, next) => {
    const { faults } = sandbox.state;
    if (faults.length === 0 || isOfSandbox(c.req.path)) return next();
    const { delayMs, headers, decisive } = await combine(sandbox, faults, (fault) => isMeant(fault, c));
    const isAnswered = decisive !== undefined && answers(decisive.rule);
    if (!isAnswered && decisive?.rule.drop !== 'before') {
      await next();
      if (delayMs > 0) await wait(delayMs);
    } else await wait(delayMs);
    if (delayMs > 0) c.set('fault', 'delayed');
    if (decisive) {
      const response = isAnswered ? answer(c, decisive) : hangUp(c, decisive);
      if (c.finalized) c.res = undefined;
      c.res = response;
    }
    for (const [name, value] of headers) c.res.headers.set(name, value);
  });

  function answer(c: Context<PlatformEnv>, { name, rule }: SetFault): Response {
    const { status = 200, body } = rule;
    c.set('fault', 'answered');
    const failure = { status, path: c.req.path, requestId: c.get('requestId'), at: clock() };
    const bodyOf = faultBodies[calledAt(c.req.method, c.req.path).interface ?? 'v2'];
    c.header('Content-Type', 'application/json');
    c.header(faultHeader, name);
    return c.newResponse(textOf(status, body === undefined ? bodyOf(failure) : body), status as StatusCode); // safe because: the rule's schema accepted it as a status
  }
}

const isForCredential = ({ keyId, gymId }: FaultRule): boolean => keyId !== undefined || gymId !== undefined;

const isOfSandbox = (path: string): boolean => path === '/sandbox' || path.startsWith('/sandbox/');

interface Combined {
  delayMs: number;
  headers: [name: string, value: string][];
  /** The rule that answers or drops the request, if one does. */
  decisive: SetFault | undefined;
}

async function combine(
  sandbox: Sandbox,
  faults: readonly SetFault[],
  isMeant: (fault: SetFault) => boolean,
): Promise<Combined> {
  const combined: Combined = { delayMs: 0, headers: [], decisive: undefined };
  for (const fault of faults) {
    const { rule } = fault;
    const decides = answers(rule) || rule.drop !== undefined;
    if ((decides && combined.decisive) || !isMeant(fault) || !(await strikes(sandbox, fault))) continue;
    if (decides) combined.decisive = fault;
    combined.delayMs += rule.delayMs ?? 0;
    combined.headers.push(...Object.entries(rule.headers ?? {}));
  }
  return combined;
}

/** The status is that of a web server's log for a connection closed without an answer; no client sees it. */
const closedStatus = 444 as StatusCode; // safe because: it is a number that a response may have

/** Closes the connection without an answer, as a stopped platform does. */
function hangUp(c: Context<PlatformEnv>, { name, rule }: SetFault): Response {
  c.set('fault', rule.drop === 'after' ? 'droppedAfter' : 'droppedBefore');
  c.env?.incoming?.socket?.destroy();
  return c.newResponse(null, closedStatus, { 'x-hono-already-sent': 'true', [faultHeader]: name });
}

const withoutBody = [204, 205, 304];

function textOf(status: number, body: unknown): string | null {
  if (withoutBody.includes(status)) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
