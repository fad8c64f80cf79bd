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
  /** What one sender may hold of it; all of it if left out. */
  perSender?: number;
  overall: number;
  /** What a sender may always hold, however much the others do: it may come on top of both limits. */
  reserved?: number;
}

/**
 * Counts what requests in progress hold in this process, per holder (such as a gym): slow ones of one must not fill the space of all.
 * A holder may have several senders (a gym its keys): one must not fill the space of another. Either each has a reserve beyond the
 * space of its holder, or none may fill that space alone.
 */
export function createByteLimit({ what, holder, perHolder, perSender = perHolder, overall, reserved = 0 }: ByteLimit) {
  const ofHolders = createCount();
  const ofSenders = createCount();
  let total = 0;
  const tooMany = (message: string) => new PlatformError('tooManyRequests', message, { retryAfterS });
  const requireSpace = (bytes: number, holderId: string, senderId: string) => {
    if (ofSenders.of(senderId) + bytes <= reserved) return;
    if (ofHolders.of(holderId) + bytes > perHolder || ofSenders.of(senderId) + bytes > perSender)
      throw tooMany(`${what} of this ${holder} in progress are too large.`);
    if (total + bytes > overall) throw tooMany(`${what} in progress are too large.`);
  };
  return (holderId: string, senderId = holderId): HeldBytes => {
    let held = 0;
    const change = (bytes: number) => {
      held += bytes;
      total += bytes;
      ofHolders.change(holderId, bytes);
      ofSenders.change(senderId, bytes);
    };
    return {
      add: (bytes) => {
        requireSpace(bytes, holderId, senderId);
        change(bytes);
      },
      release: () => change(-held),
    };
  };
}

function createCount() {
  const counts = new Map<string, number>();
  const of = (id: string) => counts.get(id) ?? 0;
  const change = (id: string, by: number) => {
    const count = of(id) + by;
    if (count > 0) counts.set(id, count);
    else counts.delete(id);
  };
  return { of, change };
}
