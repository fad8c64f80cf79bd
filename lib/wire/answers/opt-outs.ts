import { type OptOutNotice, type OptOutPage, type OptOutState, optOutFailures } from '#lib/wire/opt-outs.ts';
import { outageCauses } from '#lib/wire/outage-causes.ts';
import { type Is, isFlag, isNumber, isText, listOf, maybe, nullOr, objectOf, wordOf } from './shape.ts';

export const isOptOutQuestion: Is<OptOutState['asked']> = nullOr(objectOf({ count: isNumber, since: isText }));

export const isOptOutConfirmation: Is<NonNullable<OptOutState['confirmed']> | null> = nullOr(
  objectOf({ count: isNumber, at: isText }),
);

const isFailure: Is<OptOutState['failure']> = nullOr(
  objectOf({ kind: wordOf(optOutFailures), since: isText, cause: maybe(nullOr(wordOf(outageCauses))) }),
);

export const isOptOutNotice: Is<OptOutNotice> = objectOf({ failure: isFailure, asked: isOptOutQuestion });

export const isOptOutPage: Is<OptOutPage> = objectOf({
  state: objectOf({
    isConnected: isFlag,
    isPending: isFlag,
    paused: maybe(nullOr(objectOf({ until: isText, isReadThen: isFlag }))),
    failure: isFailure,
    asked: isOptOutQuestion,
    confirmed: maybe(isOptOutConfirmation),
  }),
  runs: listOf(
    objectOf({
      id: isText,
      at: isText,
      by: nullOr(isText),
      listed: isNumber,
      members: isNumber,
      records: isNumber,
      waiting: isNumber,
    }),
  ),
  next: nullOr(isText),
});
