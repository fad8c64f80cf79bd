import type { FaultRule } from '#platform/services/sandbox/fault-rule.ts';
import type { Stack } from './stack.ts';

type At = Pick<Stack, 'platformUrl'>;

/** The sandbox of a stack simulates the fault until it ends, or another one is set under the same name. */
export async function setFault({ platformUrl }: At, rule: FaultRule, name = 'test'): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(rule);
  requireDone(await fetch(`${platformUrl}/sandbox/faults/${name}`, { method: 'PUT', headers, body }));
}

/** Ends all faults. */
export async function endFaults({ platformUrl }: At): Promise<void> {
  requireDone(await fetch(`${platformUrl}/sandbox/faults`, { method: 'DELETE' }));
}

function requireDone({ ok, status }: Response): void {
  if (!ok) throw new Error(`The sandbox answered ${status}.`);
}
