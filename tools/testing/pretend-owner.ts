import fs from 'node:fs';
import { vi } from 'vitest';

/** Mocks the owner of files to be `uid`, and this process to run as root, until mocks are restored. */
export function pretendOwner(uid: number, ...files: string[]): void {
  const { statSync } = fs;
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  vi.spyOn(fs, 'statSync').mockImplementation(((file: string, options?: fs.StatSyncOptions) => {
    const found = statSync(file, options);
    return found && files.includes(file) ? Object.assign(found, { uid }) : found;
  }) as typeof statSync); // safe because: it answers as the original does
}
