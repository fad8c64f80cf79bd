import type { DemoView } from '#lib/wire/demo.ts';
import { type Is, isFlag, isText, listOf, nullOr, objectOf } from './shape.ts';

export const isDemo: Is<DemoView> = objectOf({
  cards: listOf(objectOf({ value: isText, name: isText, shows: isText })),
  isPlatformAway: nullOr(isFlag),
  sandboxUrl: nullOr(isText),
});
