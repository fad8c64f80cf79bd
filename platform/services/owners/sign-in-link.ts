import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ids } from '#platform/base/clock-and-ids.ts';

/** A link that signs in without a password, once. It is kept in the memory of one sandbox process. */
export interface SignInLink {
  /** The secret part of the link. */
  token: string;
  /** @returns the e-mail address of the owner; undefined for a wrong token, or a token that was used before */
  redeem(token: string): string | undefined;
}

export function createSignInLink(ids: Ids, email: string): SignInLink {
  const token = ids.bytes(24).toString('base64url');
  let isUsed = false;
  return {
    token,
    redeem: (presented) => {
      if (isUsed || !timingSafeEqual(digestOf(presented), digestOf(token))) return undefined;
      isUsed = true;
      return email;
    },
  };
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
