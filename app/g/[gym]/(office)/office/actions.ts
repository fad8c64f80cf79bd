'use server';

import { z } from 'zod';
import { runAction } from '#lib/server/actions/run-action.ts';
import { decideAbsent as decide } from '#lib/server/members/decide-absent.ts';
import { type AbsentDecision, type AbsentOutcome, absentDecision } from '#lib/wire/absent-members.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

const absentInput = absentDecision.extend({ locationId: z.uuid() });

export async function decideAbsent(
  input: AbsentDecision & { locationId: string },
): Promise<ActionResult<AbsentOutcome>> {
  return runAction(
    { permission: 'manageLocation', input: absentInput },
    input,
    ({ desk, actor }, { locationId: _, ...decision }) => decide(desk, actor, decision),
  );
}
