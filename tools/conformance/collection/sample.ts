/** What a collection sends to an operation so that it is granted. */
export interface Sample {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Sent as the file of a form. */
  file?: Uint8Array;
}
