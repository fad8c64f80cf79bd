import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { AdminEnv, GymAccess } from '#lib/server/base/env.ts';

/** What the operator's commands use of the process that runs them: environment, standard streams and files. */
export interface AdminHost {
  /** Reads the environment once a command runs: help needs none. */
  readEnv: () => AdminEnv;
  /** Reads the addresses and keys of a gym in the environment. */
  readGymAccess: () => GymAccess;
  /** Reads standard input to its end. */
  readInput: () => Promise<string>;
  readFile: (path: string) => Promise<string>;
  /** Creates the folder if it does not exist. */
  writeFile: (path: string, pieces: AsyncIterable<string | Uint8Array>) => Promise<void>;
  /** Standard output: JSON for programs. */
  print: (text: string) => void;
  /** Standard error: sentences for people. */
  tell: (text: string) => void;
}

/** The desk on which an operator's command works, and what it needs of its host. */
export interface AdminContext<Needs extends keyof AdminHost = never> {
  desk: DeskContext;
  host: Pick<AdminHost, Needs>;
}
