import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { isFileName } from './file-name.ts';

const unfinished = '.part';
const bufferBytes = 1024 * 1024;

/** Stores the files in a folder that only the platform's user can read. The folder is created when it is needed. */
export function createDiskStore(folder: string): FileStore {
  const placeOf = (name: string) => path.join(folder, name);
  return {
    write: async (name, pieces) => {
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
      const begun = placeOf(name + unfinished);
      try {
        const options = { flags: 'wx', mode: 0o600, flush: true, highWaterMark: bufferBytes };
        await pipeline(pieces, fs.createWriteStream(begun, options));
        await fs.promises.rename(begun, placeOf(name));
        await flushFolder(folder);
      } catch (error) {
        await remove(begun);
        throw error;
      }
    },
    read: async (name, { first, last }) => {
      const file = await fs.promises.open(placeOf(name), 'r').catch(undefinedWhereAbsent);
      const stream = file?.createReadStream({ start: first, end: last });
      return stream && (Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>); // safe because: without an encoding, bytes are read
    },
    remove: async (name) => {
      await remove(placeOf(name));
      await remove(placeOf(name + unfinished));
    },
    list: async () => {
      const names = await fs.promises.readdir(folder).catch(undefinedWhereAbsent);
      const finished = names?.map((name) => (name.endsWith(unfinished) ? name.slice(0, -unfinished.length) : name));
      return finished && [...new Set(finished.filter(isFileName))];
    },
  };
}

const remove = (file: string) => fs.promises.rm(file, { force: true });

/** Flushes the folder: a new file name survives a power failure only if its folder is on disk. */
async function flushFolder(folder: string): Promise<void> {
  const opened = await fs.promises.open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function undefinedWhereAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
