import type { Seal } from '#platform/seal.ts';
import type { Call } from '#platform/services/call.ts';

/** What the data export is started with. */
export interface ExportRules {
  /** Keeps the place of a page from being read or made up by a client. */
  seal: Seal;
}

/** A call of a service of the data export. */
export interface ExportCall extends Call {
  rules: ExportRules;
}
