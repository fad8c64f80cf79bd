import type { Seal } from '#platform/seal.ts';

/** What the data export is started with. */
export interface ExportRules {
  /** Keeps the place of a page from being read or made up by a client. */
  seal: Seal;
}
