import type { ForgottenMember } from '#lib/wire/forgotten-member.ts';
import { isText, objectOf } from './shape.ts';

export const isForgottenMember = objectOf<ForgottenMember>({ accountId: isText, at: isText });
