import {
  type FileRefusal,
  type MigrationOverview,
  type MigrationRun,
  migrationStates,
  migrationWaits,
  pauseReasons,
  rowStates,
  type StartOutcome,
} from '#lib/wire/migration.ts';
import type { IdProblem } from '#lib/wire/user-id.ts';
import { eachOf, type Is, isNumber, isText, listOf, nullOr, objectOf, oneOf, variantsOf, wordOf } from './shape.ts';

const isRun: Is<MigrationRun> = objectOf({
  id: isText,
  state: wordOf(migrationStates),
  pausedBecause: nullOr(wordOf(pauseReasons)),
  waitsFor: nullOr(wordOf(migrationWaits)),
  startedAt: isText,
  endedAt: nullOr(isText),
  startedBy: nullOr(isText),
  counts: eachOf(rowStates, isNumber),
  perSecond: nullOr(isNumber),
});

export const isMigrations: Is<MigrationOverview> = objectOf({ runs: listOf(isRun) });

const firstBad = listOf(
  objectOf({ line: isNumber, problem: oneOf<IdProblem>({ notAnId: true, shortened: true, outOfRange: true }) }),
);
const because = oneOf<FileRefusal>({ tooLarge: true, tooMany: true, notText: true, noColumn: true, noIds: true });

export const isStartOutcome: Is<StartOutcome> = variantsOf<StartOutcome, 'kind'>('kind', {
  started: { runId: isText, ids: isNumber, repeated: isNumber, bad: isNumber, firstBad },
  refused: { because, firstBad },
  underWay: {},
});
