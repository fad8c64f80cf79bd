/** What a program that uses a generated client is told. It sees the platform through that client alone. */
export interface Given {
  url: string;
  key: string;
  /** By which version 1 knows the gym. */
  gymId: number;
  /** Of a person nobody has met. */
  name: string;
  picture: Uint8Array<ArrayBuffer>;
  /** Days with training, as `2026-11-21`. */
  startDate: string;
  endDate: string;
  /** Notes a violation where both are not the same. */
  check(what: string, answered: unknown, expected: unknown): void;
}

export const nobody = '00000000-0000-4000-8000-000000000000';
