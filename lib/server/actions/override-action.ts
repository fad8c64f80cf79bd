import 'server-only';
import { decideWithManager } from '#lib/server/arrivals/decide-with-manager.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type ManagerOverrideOutcome, managerOverrideInput } from '#lib/wire/manager-override.ts';
import { runAction } from './run-action.ts';

/** The manager's proof decides, so whoever may record visits may send it. */
export const overrideWithManager = (readInput: () => Promise<unknown>): Promise<ActionResult<ManagerOverrideOutcome>> =>
  runAction({ permission: 'recordVisits', input: managerOverrideInput }, readInput, decideWithManager);
