import { type LegacyView, legacyStates } from '#lib/wire/legacy-connectivity.ts';
import { type Is, isFlag, isText, nullOr, objectOf, wordOf } from './shape.ts';

const isLegacy: Is<LegacyView> = objectOf({
  url: isText,
  gymId: isText,
  state: wordOf(legacyStates),
  heardAt: nullOr(isText),
  failingSince: nullOr(isText),
  needsAttention: isFlag,
});

/** Null where the location has no credentials of it. */
export interface LegacyAnswer {
  legacy: LegacyView | null;
}
export const isLegacyAnswer: Is<LegacyAnswer> = objectOf({ legacy: nullOr(isLegacy) });
