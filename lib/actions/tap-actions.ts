import 'server-only';
import { z } from 'zod';
import { placeOfTap } from '#lib/auth/load-staff.ts';
import { lookUp } from '#lib/desk/verdict/look-up.ts';
import type { Verdict } from '#lib/desk/verdict/verdict.ts';
import { admitAnyway } from '#lib/desk/visits/admit-anyway.ts';
import { checkIn } from '#lib/desk/visits/check-in.ts';
import { checkOut } from '#lib/desk/visits/check-out.ts';
import { lookUpInput, overrideInput, undoInput, visitInput } from '#lib/desk/visits/tap.ts';
import { undo } from '#lib/desk/visits/undo.ts';
import type { ActionResult } from './result.ts';
import { runAction } from './run-action.ts';

type Answer = Promise<ActionResult<Verdict>>;

/** What reception does with a tap. Server actions and the resend route are two doors to these. */
export const tapActions = {
  lookUp: (raw: unknown): Answer =>
    runAction({ permission: 'recordVisits', input: lookUpInput }, raw, (context, input) =>
      lookUp(context.desk, placeOfTap(context, input.locationId), input),
    ),
  checkIn: (raw: unknown): Answer =>
    runAction({ permission: 'recordVisits', input: visitInput }, raw, (context, input) =>
      checkIn(context.desk, placeOfTap(context, input.locationId), input),
    ),
  checkOut: (raw: unknown): Answer =>
    runAction({ permission: 'recordVisits', input: visitInput }, raw, (context, input) =>
      checkOut(context.desk, placeOfTap(context, input.locationId), input),
    ),
  admitAnyway: (raw: unknown): Answer =>
    runAction({ permission: 'overrideAdmission', input: overrideInput }, raw, (context, input) =>
      admitAnyway(context.desk, placeOfTap(context, input.locationId), input),
    ),
  undo: (raw: unknown): Answer =>
    runAction({ permission: 'recordVisits', input: undoInput }, raw, (context, input) =>
      undo(context.desk, placeOfTap(context, input.locationId), input),
    ),
};

const resent = z.object({ kind: z.enum(['lookUp', 'checkIn', 'checkOut', 'admitAnyway']) });

/** The kind of a tap that is sent again; null for a body that is none. */
export const resentKind = (raw: unknown) => resent.safeParse(raw).data?.kind ?? null;
