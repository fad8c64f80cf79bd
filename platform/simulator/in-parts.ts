import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that may be interrupted where it yields. */
export type Parts<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
export function atOnce<T>(parts: Parts<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** Lets the process do other things between two parts: it serves gyms that have nothing to do with this work. */
export async function inParts<T>(parts: Parts<T>): Promise<T> {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    await nextTurn();
  }
}
