/** Bytes of a file, counted from 0, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Where the files lie that were asked for. Other files beside them are never touched. A signal ends what a service would be
 * waited for; then it is not known what became of it.
 */
export interface FileStore {
  /** Keeps what `pieces` yields under the name, once all of it is there; where that fails, nothing is kept. */
  write(name: string, pieces: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>;
  /** Undefined where there is no such file. */
  read(name: string, range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>;
  /** Also what was begun under the name and not finished; nothing happens where there is no such file. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  /** The files of the platform that are there, begun ones too; undefined where there is no store, or none at the moment. */
  list(signal?: AbortSignal): Promise<string[] | undefined>;
}
