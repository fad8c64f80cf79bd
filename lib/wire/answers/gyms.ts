import type { GymList } from '#lib/wire/gyms.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { isOptOutConfirmation, isOptOutQuestion } from './opt-outs.ts';
import { type Is, isFlag, isText, listOf, maybe, nullOr, objectOf, oneOf } from './shape.ts';

export const isGymList: Is<GymList> = objectOf({
  gyms: listOf(
    objectOf({
      id: isText,
      slug: isText,
      name: isText,
      timeZone: isText,
      retiredAt: nullOr(isText),
      optOutsWaitSince: nullOr(isText),
      optOutsAsked: isOptOutQuestion,
      optOutsConfirmed: maybe(isOptOutConfirmation),
    }),
  ),
  people: listOf(
    objectOf({
      id: isText,
      name: isText,
      role: oneOf<StaffRole>({ reception: true, trainer: true, manager: true }),
      isDisabled: isFlag,
      gymIds: listOf(isText),
    }),
  ),
});
