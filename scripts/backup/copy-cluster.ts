import fs from 'node:fs';
import path from 'node:path';
import type { OperatingUser } from '#scripts/embedded-postgres/operating-user.ts';

/** Copies a cluster at rest, such as one in a backup, to where `user` can run it. The copy is there whole or not at all. */
export function copyCluster(source: string, folder: string, user: OperatingUser | undefined): void {
  const unfinished = `${folder}.${process.pid}`;
  try {
    copyOwned(source, unfinished, user);
    syncFolder(unfinished);
    fs.renameSync(unfinished, folder);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function copyOwned(source: string, target: string, user: OperatingUser | undefined): void {
  const isFolder = fs.statSync(source).isDirectory();
  if (isFolder) {
    fs.mkdirSync(target, { mode: 0o700 });
    for (const name of fs.readdirSync(source)) copyOwned(path.join(source, name), path.join(target, name), user);
  } else {
    fs.copyFileSync(source, target);
    fs.chmodSync(target, 0o600);
  }
  if (user) fs.chownSync(target, user.uid, user.gid);
}

/** Lets what was written reach the disk, so that a power cut cannot take it back. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // it syncs no folders, and files only where they were opened to write
  for (const file of ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const handle = fs.openSync(path.join(folder, file), 'r');
    fs.fsyncSync(handle);
    fs.closeSync(handle);
  }
}
