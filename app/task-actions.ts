'use server';

import { action } from '#lib/server/actions/action.ts';
import { acknowledgementInput, acknowledgeRefusal } from '#lib/server/tasks/acknowledge.ts';

/** Acknowledges a task change that the platform refused: its note disappears. */
export const acknowledge = action('recordTasks', acknowledgementInput, acknowledgeRefusal);
