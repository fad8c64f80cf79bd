import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DockerfileParser, ModifiableInstruction } from 'dockerfile-ast';
import { parse } from 'yaml';
import { root } from '#programs/base/run-program.ts';
import { removeAbandoned } from './remove-abandoned.ts';

const deployFolder = path.join(root, 'deploy');
export const readDeployFile = (file: string): string => fs.readFileSync(path.join(deployFolder, file), 'utf8');

interface Instruction {
  keyword: string;
  words: string;
}

/** The instructions of each stage of the Dockerfile, by the name of the stage; the last one is `image`. */
export function readStages(): Map<string, Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  let current: Instruction[] = [];
  for (const instruction of DockerfileParser.parse(readDeployFile('Dockerfile')).getInstructions()) {
    const keyword = instruction.getKeyword();
    const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags().map(String) : [];
    const words = [...flags, instruction.getRawArgumentsContent() ?? ''].join(' ');
    if (keyword === 'FROM') {
      current = [];
      stages.set(/ AS (\S+)$/i.exec(words)?.[1] ?? 'image', current);
    }
    current.push({ keyword, words });
  }
  return stages;
}

export interface Service {
  image: string;
  command?: string[];
  environment: Record<string, string>;
  healthcheck?: { test: string[] };
  [setting: string]: unknown;
}

/** The services of compose.yaml, with the variables of its `.env` interpolated. */
export function readServices(variables: Record<string, string>): Record<string, Service> {
  const text = readDeployFile('compose.yaml').replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (whole, name: string, kind: string | undefined, preset = '') => {
      const value = variables[name] || (kind === '-' ? preset : undefined);
      if (value === undefined) throw new Error(`compose.yaml needs ${whole}.`);
      return value;
    },
  );
  return (parse(text, { merge: true }) as { services: Record<string, Service> }).services;
}

const prefix = 'front-desk-image-';

/**
 * Assembles the content of the image in a temporary folder: the sources of the build context, what is built of them, and
 * the packages, pruned by the Dockerfile's own commands. Both programs must be built. Removes the folders of killed runs.
 */
export function assembleImage(): string {
  const temporary = temporaryBeside(path.join(root, 'node_modules'));
  removeAbandoned(temporary, prefix);
  const folder = fs.mkdtempSync(path.join(temporary, `${prefix}${process.pid}-`));
  const sources = readDeployFile('Dockerfile.dockerignore').match(/(?<=^!).+$/gm) ?? [];
  for (const source of [...sources, '.next', '.platform']) {
    fs.cpSync(path.join(root, source), path.join(folder, source), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (file) => !/\.test\.tsx?$|\.next\/(cache|dev)$/.test(file),
    });
  }
  linkTree(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const { keyword, words } of readStages().get('pruned') ?? []) {
    if (keyword === 'RUN') execFileSync('sh', ['-c', words], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return folder;
}

/** A folder for temporary files from which files can be hard-linked: a run may keep its temporary files in memory. */
const temporaryBeside = (place: string): string => {
  const deviceOf = (folder: string) => fs.statSync(folder, { throwIfNoEntry: false })?.dev;
  return ['/tmp', '/var/tmp'].find((folder) => deviceOf(folder) === deviceOf(place)) ?? os.tmpdir();
};

/** Hard-links the files into another folder, so that removing one there keeps the original. */
function linkTree(from: string, to: string): void {
  fs.mkdirSync(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    fs.linkSync(source, target);
  } catch {
    fs.copyFileSync(source, target); // on another file system
  }
}

/** The size of all files of a folder, in megabytes. */
export function sizeOf(folder: string): number {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0) / 1e6;
}

/** Every file of a folder with its modification time, to detect changes by a program. */
export const listFiles = (folder: string): Map<string, number> =>
  new Map(
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => !/^node_modules(\/|$)/.test(file)) // Node keeps compiled code there
      .map((file) => [file, fs.lstatSync(path.join(folder, file)).mtimeMs]),
  );
