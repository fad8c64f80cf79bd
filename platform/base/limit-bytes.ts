import { PlatformError } from './errors.ts';

/** Most bodies take seconds. */
const retryAfterS = 5;

export interface HeldBytes {
  /** @throws 429 if what is held, by this holder or by all, would be too much */
  add(bytes: number): void;
  release(): void;
}

interface ByteLimit {
  /** What is held, and by whom: words of the refusal. */
  what: string;
  holder: string;
  perHolder: number;
  overall: number;
  /** What a holder may always hold, however much the others do. */
  reserved?: number;
}

/** Counts what requests in progress hold in this process, per holder (such as a gym): slow ones of one must not fill the space of all. */
export function createByteLimit({ what, holder, perHolder, overall, reserved = 0 }: ByteLimit) {
  const ofHolders = new Map<string, number>();
  let total = 0;
  const tooMany = (message: string) => new PlatformError('tooManyRequests', message, { retryAfterS });
  return (holderId: string): HeldBytes => {
    let held = 0;
    const change = (bytes: number) => {
      held += bytes;
      total += bytes;
      const ofHolder = (ofHolders.get(holderId) ?? 0) + bytes;
      if (ofHolder > 0) ofHolders.set(holderId, ofHolder);
      else ofHolders.delete(holderId);
    };
    return {
      add: (bytes) => {
        const ofHolder = (ofHolders.get(holderId) ?? 0) + bytes;
        if (ofHolder > perHolder) throw tooMany(`${what} of this ${holder} in progress are too large.`);
        if (total + bytes > overall && ofHolder > reserved) throw tooMany(`${what} in progress are too large.`);
        change(bytes);
      },
      release: () => change(-held),
    };
  };
}
