import 'server-only';
import { z } from 'zod';
import { placeOfTap, type TapOrigin } from '#lib/auth/load-staff.ts';
import type { StaffPermission } from '#lib/auth/permissions.ts';
import type { AtTheDesk } from '#lib/desk/at-the-desk.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { lookUp } from '#lib/desk/verdict/look-up.ts';
import type { Verdict } from '#lib/desk/verdict/verdict.ts';
import { admitAnyway } from '#lib/desk/visits/admit-anyway.ts';
import { checkIn } from '#lib/desk/visits/check-in.ts';
import { checkOut } from '#lib/desk/visits/check-out.ts';
import { lookUpInput, overrideInput, undoInput, visitInput, voidInput } from '#lib/desk/visits/tap.ts';
import { undo } from '#lib/desk/visits/undo.ts';
import { voidScan } from '#lib/desk/visits/void-scan.ts';
import type { ActionResult } from './result.ts';
import { runAction } from './run-action.ts';

/** What reception does with a tap. */
export const tapActions = {
  lookUp: tapAction('recordVisits', lookUpInput, lookUp),
  checkIn: tapAction('recordVisits', visitInput, checkIn),
  checkOut: tapAction('recordVisits', visitInput, checkOut),
  admitAnyway: tapAction('overrideAdmission', overrideInput, admitAnyway),
  undo: tapAction('recordVisits', undoInput, undo),
  void: tapAction('recordVisits', voidInput, voidScan),
};

/** An action at the place where its tap was made. */
function tapAction<Tap extends TapOrigin>(
  permission: StaffPermission,
  input: z.ZodType<Tap>,
  work: (desk: Desk, at: AtTheDesk, tap: Tap) => Promise<Verdict>,
): (raw: unknown) => Promise<ActionResult<Verdict>> {
  return (raw) =>
    runAction({ permission, input }, raw, async (context, tap) =>
      work(context.desk, await placeOfTap(context, tap), tap),
    );
}

const ofKind = z.object({ kind: z.enum(['lookUp', 'checkIn', 'checkOut', 'admitAnyway', 'undo', 'void']) });

/** What is to be done with a tap; null for a body that does not say. */
export const kindOfTap = (raw: unknown): keyof typeof tapActions | null => ofKind.safeParse(raw).data?.kind ?? null;
