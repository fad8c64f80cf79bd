import type { PhotoOutcome, PhotoRefusal } from '#lib/wire/photos.ts';
import { type Is, isText, nullOr, objectOf, oneOf, variantsOf } from './shape.ts';

export const isPhotoPlace: Is<{ photoUrl: string | null }> = objectOf({ photoUrl: nullOr(isText) });

const because = oneOf<PhotoRefusal>({
  tooLarge: true,
  tooManyPixels: true,
  tooSmall: true,
  heic: true,
  drawing: true,
  document: true,
  animated: true,
  broken: true,
  notAPicture: true,
});

export const isPhotoOutcome: Is<PhotoOutcome> = variantsOf<PhotoOutcome, 'kind'>('kind', {
  kept: { photoUrl: isText },
  refused: { because },
});
