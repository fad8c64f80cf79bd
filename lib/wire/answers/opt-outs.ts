import { type OptOutPage, optOutFailures } from '#lib/wire/opt-outs.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, wordOf } from './shape.ts';

export const isOptOutPage: Is<OptOutPage> = objectOf({
  state: objectOf({
    isConnected: isFlag,
    isPending: isFlag,
    failure: nullOr(objectOf({ kind: wordOf(optOutFailures), since: isText })),
    asked: nullOr(objectOf({ count: isNumber, since: isText })),
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
