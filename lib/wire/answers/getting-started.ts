import { type GettingStarted, setUpSteps } from '#lib/wire/getting-started.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, wordOf } from './shape.ts';

export const isGettingStarted: Is<GettingStarted> = objectOf({
  doneAt: nullOr(isText),
  memberCount: nullOr(isNumber),
  steps: listOf(
    objectOf({
      step: wordOf(setUpSteps),
      isDone: isFlag,
      waiver: nullOr(objectOf({ by: isText, at: isText })),
    }),
  ),
  reading: nullOr(
    objectOf({ isRunning: isFlag, count: isNumber, total: nullOr(isNumber), secondsLeft: nullOr(isNumber) }),
  ),
});
