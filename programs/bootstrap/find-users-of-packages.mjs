import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The processes that run from the packages installed in `root`: programs, commands, and servers of embedded databases
 * of any data folder. Excludes ourselves, our ancestors, and other commands that wait for the packages.
 * @returns {{ pid: number, what: string }[]}
 */
export function findUsersOfPackages(root) {
  const [packages, scripts] = ['node_modules', 'programs'].map((room) =>
    path.join(fs.realpathSync(root), room, path.sep),
  );
  const processes = listProcesses(packages, scripts);
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const ours = new Set();
  for (let pid = process.pid; pid && !ours.has(pid); pid = parents.get(pid)) ours.add(pid);
  const users = processes
    .filter(({ pid, program }) => !ours.has(pid) && ['node', 'postgres'].includes(path.basename(program ?? '')))
    // the second: where no package contains Node for this system, our programs run on the one that is installed
    .filter(
      ({ program, args }) => program.startsWith(packages) || args.some((argument) => argument.startsWith(scripts)),
    )
    .filter(({ args }) => !args.some(isBootstrap));
  const found = new Set(users.map(({ pid }) => pid));
  // a PostgreSQL server is a dozen processes: report its first one only
  return users
    .filter(({ pid, program }) => path.basename(program) !== 'postgres' || !found.has(parents.get(pid)))
    .map(({ pid, program, args }) => ({ pid, what: describe(program, args) }));
}

const isBootstrap = (argument) => path.basename(argument) === 'bootstrap.mjs';

/** Options of Node whose value is a module to load before the program. */
const namesModule = ['--import', '--require', '-r'];

function describe(program, args) {
  if (path.basename(program) === 'postgres') return `the database in ${args[args.indexOf('-D') + 1]}`;
  const isScript = (argument) => /\.[mc]?[jt]s$/.test(argument) && !argument.startsWith('file:');
  const script = args.find((argument, i) => isScript(argument) && !namesModule.includes(args[i - 1]));
  return script ? path.basename(script) : 'a program';
}

/** @returns {{ pid: number, parent: number, program?: string, args: string[] }[]} */
function listProcesses(packages, scripts) {
  if (process.platform !== 'linux') return listByPs(packages, scripts);
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readProcess(pid) ?? []);
}

function readProcess(pid) {
  try {
    const args = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid: Number(pid), parent, program: readProgram(pid) ?? args[0], args };
  } catch {
    return undefined; // it has just ended
  }
}

/** Not readable for processes of other users. */
function readProgram(pid) {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return undefined;
  }
}

function listByPs(packages, scripts) {
  return readPs(execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }), packages, scripts);
}

/**
 * Parses the output of `ps` for all processes. It joins arguments with spaces, so that a space in a path is ambiguous:
 * the path of a program in `packages` or of a script in `scripts` and the end of a database folder are known, which
 * resolves it.
 * @returns {{ pid: number, parent: number, program?: string, args: string[] }[]}
 */
function readPs(said, packages, scripts) {
  return said.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!pid) return [];
    const found = { pid: Number(pid), parent: Number(parent) };
    if (!command.startsWith(packages)) return { ...found, ...readInstalledNode(command, scripts) };
    const [name, ...args] = command.slice(packages.length).split(' ');
    const program = packages + name;
    const folder = / -D (.+?)(?= -[a-zA-Z] |$)/.exec(command)?.[1];
    const isDatabase = path.basename(program) === 'postgres' && folder !== undefined;
    return { ...found, program, args: isDatabase ? ['-D', folder] : args };
  });
}

/** What another program than those of the packages was started with, if that is a script in `scripts`. */
function readInstalledNode(command, scripts) {
  const [before, after] = command.split(` ${scripts}`, 2);
  if (after === undefined) return { args: [] };
  const [name, ...args] = after.split(' ');
  // its options follow, or the script itself
  return { program: before.split(' -')[0], args: [scripts + name, ...args] };
}
