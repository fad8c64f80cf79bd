import { type OptOutPage, type OptOutState, optOutFailures } from '#lib/wire/opt-outs.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, wordOf } from './shape.ts';

export const isOptOutQuestion: Is<OptOutState['asked']> = nullOr(objectOf({ count: isNumber, since: isText }));

export const isOptOutPage: Is<OptOutPage> = objectOf({
  state: objectOf({
    isConnected: isFlag,
    isPending: isFlag,
    failure: nullOr(objectOf({ kind: wordOf(optOutFailures), since: isText })),
    asked: isOptOutQuestion,
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
