import fs from 'node:fs';
import path from 'node:path';
import { root } from '#programs/base/run-program.ts';

/**
 * TypeScript files in top-level folders of the repository, such as `lib/server/base/env.ts`, sorted by name. Excludes
 * the temporary probe files of a guard.
 */
export const sourceFilesOf = (...rooms: string[]): string[] =>
  rooms
    .flatMap((room) =>
      fs
        .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
        .map((file) => `${room}/${file.replaceAll(path.sep, '/')}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !path.basename(file).startsWith('import-probe-'))
    .toSorted();

export const readSource = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

export const isOfTests = (file: string): boolean => /\.test\.tsx?$|(^|\/)_?testing\//.test(file);

/** Files of the repository that a document names in backticks. */
export const namedFilesOf = (text: string): string[] =>
  [...text.matchAll(/`([\w@()[\].-]+(?:\/[\w@()[\].-]+)+\.tsx?)`/g)].map(([, file = '']) => file);
