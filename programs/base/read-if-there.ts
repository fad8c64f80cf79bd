import fs from 'node:fs';

/** The text of a file; undefined if it cannot be read, for whatever reason. */
export function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
