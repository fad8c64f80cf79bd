import { outageCauses } from '#lib/wire/outage-causes.ts';
import { type TrainingPulls, trainingFailures, trainingSets } from '#lib/wire/training.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, wordOf } from './shape.ts';

export const isTrainingPulls: Is<TrainingPulls> = objectOf({
  isConnected: isFlag,
  hasReadMembers: isFlag,
  dataSets: listOf(
    objectOf({
      dataSet: wordOf(trainingSets),
      since: nullOr(isText),
      until: nullOr(isText),
      lastReadAt: nullOr(isText),
      read: isNumber,
      unknown: isNumber,
      nextReadAt: nullOr(isText),
      isDoubted: isFlag,
      failure: nullOr(objectOf({ kind: wordOf(trainingFailures), since: isText, cause: nullOr(wordOf(outageCauses)) })),
    }),
  ),
});
