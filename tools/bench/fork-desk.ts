import { fork } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { drizzleOnce, youngGeneration } from '#programs/base/run-program.ts';
import { withOwnCluster } from './own-cluster.ts';

const resolveNext = ['--import', pathToFileURL(path.join(import.meta.dirname, 'resolve-next.ts')).href];

/**
 * Runs a script of this folder with a database of its own, which is its first argument, until it sends its measurement.
 * @throws if the script ends before
 */
export const forkDesk = <Measured>(script: string, ...args: string[]): Promise<Measured> =>
  withOwnCluster('postgres', async ({ url }) => {
    const desk = fork(path.join(import.meta.dirname, script), [url, ...args], {
      execArgv: ['--conditions=react-server', youngGeneration, ...drizzleOnce, ...resolveNext],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    try {
      return await new Promise((resolve, reject) => {
        desk.once('message', (message) => resolve(message as Measured)); // safe because: it sends nothing else
        desk.once('exit', () => reject(new Error('The desk ended before it was measured.')));
      });
    } finally {
      if (desk.connected) desk.disconnect();
    }
  });
