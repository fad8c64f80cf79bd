import { createHash } from 'node:crypto';

/** A reproducible random generator. Not for secrets. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer, both ends inclusive. */
  integer(min: number, max: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Picks by weight; the sum of the weights may be any number. */
  pickWeighted<T>(from: readonly (readonly [weight: number, value: T])[]): T;
  /** `count` different elements in random order, or all if there are fewer. */
  sample<T>(from: readonly T[], count: number): T[];
  /** Upper-case hexadecimal digits, two a byte. */
  hex(bytes: number): string;
  digits(count: number): string;
  /** A version 4 UUID. */
  uuid(): string;
  /** Waiting time until the next of independent events with `mean` as the average interval. */
  exponential(mean: number): number;
}

/**
 * One independent stream per name: drawing from one stream never changes another, so that a new field of one member
 * leaves all other members unchanged. The generator is sfc32 (Chris Doty-Humphrey, PractRand), its state the SHA-256
 * of the name.
 */
export function createRandom(seed: number, stream: string): Random {
  const next = sfc32(createHash('sha256').update(`${seed}/${stream}`).digest());

  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  function pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('There is nothing to pick from.');
    return from[integer(0, from.length - 1)] as T; // safe because: the index is within the list
  }

  function pickWeighted<T>(from: readonly (readonly [number, T])[]): T {
    let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of from) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new RangeError('There is nothing to pick from.');
  }

  function sample<T>(from: readonly T[], count: number): T[] {
    const rest = [...from];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(integer(0, rest.length - 1), 1));
    return taken;
  }

  const hex = (bytes: number) =>
    Array.from({ length: bytes }, () => integer(0, 255).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase();

  function uuid(): string {
    const digits = hex(16).toLowerCase();
    const variant = '89ab'.charAt(integer(0, 3));
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-');
  }

  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick,
    pickWeighted,
    sample,
    hex,
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(''),
    uuid,
    exponential: (mean) => -Math.log(1 - next()) * mean,
  };
}

function sfc32(state: Buffer): () => number {
  let a = state.readInt32LE(0);
  let b = state.readInt32LE(4);
  let c = state.readInt32LE(8);
  let counter = state.readInt32LE(12);
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
