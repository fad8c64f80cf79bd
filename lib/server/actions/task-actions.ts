import 'server-only';
import { actorOfTap } from '#lib/server/auth/load-staff.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import { recordTaskChange, timeOfChange } from '#lib/server/tasks/record-change.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type ChangeOutcome, taskChangeInput } from '#lib/wire/tasks.ts';
import { runAction } from './run-action.ts';

/** Records one change of a task. Idempotent by the id of the change. */
export const changeTask = (readChange: () => Promise<unknown>): Promise<ActionResult<ChangeOutcome>> =>
  runAction(
    { permission: 'recordTasks', input: taskChangeInput, madeAt: timeOfChange },
    readChange,
    async (context, change) => {
      const t = await getTranslations('tasks.templates');
      const actor = await actorOfTap(context, change.staffId);
      return recordTaskChange({ desk: context.desk, actor }, { change, nameOfTemplate: (template) => t(template) });
    },
  );
