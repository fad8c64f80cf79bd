'use server';

import { acknowledgeTask } from '#lib/server/actions/task-actions.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

export async function acknowledge(input: { locationId: string; taskId: string }): Promise<ActionResult<null>> {
  return acknowledgeTask(input);
}
