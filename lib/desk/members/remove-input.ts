import { z } from 'zod';
import { memberInput } from './member-input.ts';

export const removeInput = z.discriminatedUnion('how', [
  /** Membership and contract go; the chain keeps knowing the person. */
  memberInput.extend({ how: z.literal('end') }),
  /** Everything goes, for good. The name is typed, so that it is nobody else. */
  memberInput.extend({ how: z.literal('erase'), typedName: z.string().max(600) }),
]);
export type RemoveInput = z.infer<typeof removeInput>;

export type RemoveOutcome = { kind: 'removed' } | { kind: 'nameDiffers' };
