import type { ManagerOverrideOutcome } from '#lib/wire/manager-override.ts';
import { type Is, variantsOf } from './shape.ts';
import { isVerdict } from './verdict.ts';

export const isOverrideOutcome: Is<ManagerOverrideOutcome> = variantsOf<ManagerOverrideOutcome, 'kind'>('kind', {
  decided: { verdict: isVerdict },
  wrong: {},
  tooManyAttempts: {},
  locked: {},
  unknownBrowser: {},
  weakPin: {},
  busy: {},
  notManager: {},
});
