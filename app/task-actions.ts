'use server';

import { action } from '#lib/server/actions/action.ts';
import { acknowledgementInput, acknowledgeRefusal } from '#lib/server/tasks/acknowledge.ts';

/** Takes the note off a task whose change the platform refused. */
export const acknowledge = action('recordTasks', acknowledgementInput, acknowledgeRefusal);
