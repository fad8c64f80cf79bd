import { type Is, isFlag, isNumber, isText, maybe, nullOr, oneOf, variantsOf } from '#lib/wire/answers/shape.ts';
import { isStamp } from '#lib/wire/answers/stamp.ts';
import type { LookUpRequest, TapRequest } from './tap-request.ts';

const tap = { tapId: isText, locationId: isText, staffId: isText, tappedAt: isNumber, stamp: maybe(isStamp) };
const lookUp = { ...tap, kind: oneOf<'lookUp'>({ lookUp: true }), value: isText };

const read = { ...lookUp, isHeld: maybe(isFlag) };

const isLookUp: Is<LookUpRequest> = variantsOf<LookUpRequest, 'source'>('source', {
  scan: read,
  typed: read,
  chosen: { ...lookUp, name: nullOr(isText) },
});
const isPress = variantsOf<Exclude<TapRequest, LookUpRequest>, 'kind'>('kind', {
  checkIn: { ...tap, accountId: isText, scanTapId: maybe(isText) },
  checkOut: { ...tap, accountId: isText },
  admitAnyway: { ...tap, accountId: isText, reason: isText },
});

/** Validates a stored tap, which a page of any version may have written: whether this page can send it. */
export const isTapRequest: Is<TapRequest> = (kept) => isLookUp(kept) || isPress(kept);
