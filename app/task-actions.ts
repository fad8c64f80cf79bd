'use server';

import type { ActionResult } from '#lib/actions/result.ts';
import { acknowledgeTask } from '#lib/actions/task-actions.ts';

export async function acknowledge(input: { taskId: string }): Promise<ActionResult<null>> {
  return acknowledgeTask(input);
}
