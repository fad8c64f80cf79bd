import { type FileHandle, open, unlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Call } from '#platform/services/call.ts';
import { limitUpload } from './limit-uploads.ts';

/** An upload in progress, buffered in a temporary file: what slow clients send is not in the heap. */
export interface Upload {
  /** @throws 429 if uploads in progress would hold too much */
  add(piece: Uint8Array): Promise<void>;
  /** Everything that was added. */
  read(): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens a temporary file that no other process can open. It disappears when it is closed or the process exits.
 * @param keyId the key that sends it; the token of version 1 has none
 */
export async function openUpload({ ids, gymId }: Pick<Call, 'ids' | 'gymId'>, keyId?: string): Promise<Upload> {
  const name = path.join(os.tmpdir(), `front-desk-upload-${ids.uuid()}`);
  const file = await open(name, 'wx+', 0o600);
  await unlink(name).catch(async (error) => {
    await file.close();
    throw error;
  });
  const held = limitUpload(gymId, keyId);
  return {
    add: async (piece) => {
      held.add(piece.length);
      await file.appendFile(piece);
    },
    read: () => readWhole(file),
    close: () => file.close().finally(held.release),
  };
}

async function readWhole(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const content = Buffer.alloc(size);
  for (let position = 0; position < size; ) {
    const { bytesRead } = await file.read(content, position, size - position, position);
    if (bytesRead === 0) throw new Error('The upload became shorter while it was read.');
    position += bytesRead;
  }
  return content;
}
