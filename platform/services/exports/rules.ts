import type { Call } from '#platform/services/call.ts';
import type { Seal } from '#shared/seal/seal.ts';
import type { FileStore } from './file-store.ts';

/** What the data export is started with. */
export interface ExportRules {
  /** Keeps the place of a page, and the link to a file, from being read or made up by a client. */
  seal: Seal;
  /** Where clients reach the platform, without a slash at the end: links to files begin with it. */
  publicUrl: string;
  /** Where the files are kept. */
  store: FileStore;
}

/** A call of a service of the data export. */
export interface ExportCall extends Call {
  rules: ExportRules;
}
