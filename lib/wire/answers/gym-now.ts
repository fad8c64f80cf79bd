import type { GymNow } from '#lib/wire/gym-now.ts';
import { type Is, isNumber, nullOr, objectOf, oneOf } from './shape.ts';
import { isSoFar } from './stays.ts';

export const isGymNow: Is<GymNow> = objectOf({
  inside: isNumber,
  capacity: nullOr(isNumber),
  today: isSoFar,
  waiting: isNumber,
  kept: isNumber,
  connection: oneOf({ reachable: true, unreachable: true, keyRejected: true, permissionMissing: true }),
});
