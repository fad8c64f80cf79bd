import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ids } from '#platform/base/clock-and-ids.ts';

/** A link that signs in without a password, once. It lives in the memory of one process of a sandbox. */
export interface SignInLink {
  /** The part of the link that nobody can guess. */
  token: string;
  /** @returns the e-mail address of the owner it signs in; undefined for another token, and from the second time on */
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
