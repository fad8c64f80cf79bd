import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#programs/base/free-ports.ts';
import { UserError } from '#programs/base/user-error.ts';
import type { Tools } from './tools.ts';

interface Started {
  url: string;
  stop(): Promise<void>;
}

interface Tool {
  name: string;
  /** Path of its program in its package, such as `newman/bin/newman.js`. */
  program: string;
  argsAt(port: number): string[];
  /** Where its log is written. */
  folder: string;
}

const longestStartMs = 60_000;

/** Starts a server of an external tool on loopback. @throws UserError where it does not listen */
export async function startTool(tools: Tools, { name, program, argsAt, folder }: Tool): Promise<Started> {
  const port = await findFreePort();
  const logFile = path.join(folder, `${name}.log`);
  const log = fs.openSync(logFile, 'w');
  const child = spawn(process.execPath, [tools.fileOf(program), ...argsAt(port)], { stdio: ['ignore', log, log] });
  fs.closeSync(log);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + longestStartMs;
  while (!(await isListening(url))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      child.kill();
      throw new UserError(`${name} did not start. It says: ${fs.readFileSync(logFile, 'utf8')}`);
    }
    await pause(100);
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
