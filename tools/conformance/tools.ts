import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';

const ofConformance = path.join(import.meta.dirname, 'tools');

/** The external tools, in a folder of their own: the project depends on none of them. */
export interface Tools {
  folder: string;
  /** The version of each tool by its name. */
  versions: Record<string, string>;
  /** Path of a file of an installed package, such as `newman/bin/newman.js`. */
  fileOf(inPackage: string): string;
}

/**
 * Installs what the `package-lock.json` of a folder names, once per state of that file.
 * @throws UserError if npm failed
 */
export function installTools(listed = ofConformance): Tools {
  const lock = fs.readFileSync(path.join(listed, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = path.join(root, 'node_modules', '.cache', 'tools', version);
  const done = path.join(folder, 'installed');
  if (!fs.existsSync(done)) {
    console.error('Installing the programs to compare with …');
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) {
      fs.copyFileSync(path.join(listed, file), path.join(folder, file));
    }
    // the tools need none of the install scripts, and what does not run needs no trust
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
    if (status !== 0) {
      throw new UserError(
        'The tools could not be installed: see the message of npm above, then run the command again.',
      );
    }
    fs.writeFileSync(done, '');
  }
  return {
    folder,
    versions: readVersions(listed),
    fileOf: (inPackage) => path.join(folder, 'node_modules', inPackage),
  };
}

function readVersions(listed: string): Record<string, string> {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(listed, 'package.json'), 'utf8'));
  return dependencies;
}
