/** The parameters of a program that uses a generated client. It accesses the platform only through that client. */
export interface Given {
  url: string;
  key: string;
  /** The gym's id in version 1. */
  gymId: number;
  /** Of a person unknown to the platform. */
  name: string;
  picture: Uint8Array<ArrayBuffer>;
  /** Days with training, as `2026-11-21`. */
  startDate: string;
  endDate: string;
  /** Records a violation if the two differ. */
  check(what: string, answered: unknown, expected: unknown): void;
}

export const nobody = '00000000-0000-4000-8000-000000000000';
