import type { Call } from '#platform/services/call.ts';
import type { Seal } from '#shared/seal/seal.ts';
import type { FileStore } from './file-store.ts';

/** Settings of the data export. */
export interface ExportRules {
  /** Encrypts cursors and links to files, so that clients can neither read nor forge them. */
  seal: Seal;
  /** Base URL of the platform for clients, without a trailing slash. Links to files begin with it. */
  publicUrl: string;
  /** Where the files are stored. */
  store: FileStore;
}

/** The context of a call of a data export service. */
export interface ExportCall extends Call {
  rules: ExportRules;
}
