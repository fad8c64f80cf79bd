import { outageCauses } from '#lib/wire/outage-causes.ts';
import { type PlatformStatus, storageTroubles } from '#lib/wire/status.ts';
import { type Is, isFlag, isNumber, isText, listOf, nullOr, objectOf, oneOf, variantsOf, wordOf } from './shape.ts';

export const isStatus: Is<PlatformStatus> = objectOf({
  connection: variantsOf<PlatformStatus['connection'], 'state'>('state', {
    reachable: {},
    unreachable: { since: isText, cause: nullOr(wordOf(outageCauses)) },
    keyRejected: { since: isText },
    permissionMissing: { since: isText },
  }),
  waitingVisits: isNumber,
  refusedVisits: isNumber,
  unresolvedVisits: isNumber,
  visitsInDoubt: isNumber,
  clockAheadS: nullOr(isNumber),
  unreadable: listOf(
    objectOf({
      list: oneOf({ members: true, tasks: true }),
      count: isNumber,
      isEndless: isFlag,
      isCutShort: isFlag,
    }),
  ),
  absent: nullOr(objectOf({ count: isNumber, of: isNumber, since: isText })),
  storage: nullOr(wordOf(storageTroubles)),
});

/** Validates the response of the readiness check. */
export const isReady: Is<{ status: 'ready' }> = objectOf({ status: oneOf({ ready: true }) });
