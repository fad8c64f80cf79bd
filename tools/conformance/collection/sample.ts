/** The request of a collection that an operation must accept. */
export interface Sample {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Sent as the file of a multipart form. */
  file?: Uint8Array;
}
