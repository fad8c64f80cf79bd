import type { AdminEnv } from '#lib/server/base/env.ts';

/** What the operator's commands read and write, beside the database. */
export interface AdminWorld {
  /** What the command reads its environment from, only once it is to run. */
  readEnv: () => AdminEnv;
  /** Standard input, whole. */
  readInput: () => Promise<string>;
  readFile: (path: string) => Promise<string>;
  /** Makes its folder where there is none. */
  writeFile: (path: string, pieces: AsyncIterable<string | Uint8Array>) => Promise<void>;
  /** JSON for programs. */
  print: (text: string) => void;
  /** Sentences for people. */
  tell: (text: string) => void;
}
