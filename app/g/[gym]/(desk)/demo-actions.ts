'use server';

import { z } from 'zod';
import { runAction } from '#lib/server/actions/run-action.ts';
import { switchPlatform as switchSandbox } from '#lib/server/demo/outage.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

/** Takes the demo's platform away, or brings it back. */
export async function switchPlatform(input: { locationId: string; isAway: boolean }): Promise<ActionResult<null>> {
  const schema = z.object({ locationId: z.uuid(), isAway: z.boolean() });
  return runAction({ permission: 'recordVisits', input: schema }, input, async ({ desk, actor }, { isAway }) => {
    await switchSandbox(desk, actor.location, isAway);
    return null;
  });
}
