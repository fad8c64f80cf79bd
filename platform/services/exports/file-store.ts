/** A range of bytes, counted from 0, both ends inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Store for requested files. It never touches other files in the same place. A signal aborts waiting for a remote
 * service; the outcome of the request is then unknown.
 */
export interface FileStore {
  /** Stores what `pieces` yields under the name once it is complete. On failure nothing is stored. */
  write(name: string, pieces: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>;
  /** Undefined if there is no such file. */
  read(name: string, range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>;
  /** Also removes an unfinished file of this name. Does nothing if there is no such file. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  /**
   * The platform's files in the store, including unfinished ones; undefined if the store does not exist or is not
   * reachable.
   */
  list(signal?: AbortSignal): Promise<string[] | undefined>;
}
