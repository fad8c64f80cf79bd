import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Tools } from './tools.ts';

/**
 * Runs a command of an installed tool with this Node, in a folder.
 * @throws with its output, if the exit code is not an accepted one
 */
export async function runTool(
  tools: Tools,
  command: string,
  folder: string,
  args: string[],
  exitCodes: readonly number[] = [0],
): Promise<string> {
  const log = path.join(folder, `${path.basename(command)}.log`);
  const output = fs.openSync(log, 'w');
  const child = spawn(process.execPath, [tools.fileOf(command), ...args], {
    cwd: folder,
    stdio: ['ignore', output, output],
  });
  fs.closeSync(output);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('exit', resolve));
  const said = fs.readFileSync(log, 'utf8');
  if (code === null || !exitCodes.includes(code)) throw new Error(`${command} ended with ${code}.\n${said}`);
  return said;
}
