import { fork } from 'node:child_process';
import path from 'node:path';
import type { BareTask } from './bare-server.ts';
import type { ReplayTask } from './replaying-server.ts';

/** Runs a bare server for the duration of a measurement. */
export const withBareServer = <T>(task: BareTask, measure: (url: string) => Promise<T>): Promise<T> =>
  withServer('bare-server.ts', task, measure);

/** Runs a server that replays statements for the duration of a measurement. */
export const withReplayingServer = <T>(task: ReplayTask, measure: (url: string) => Promise<T>): Promise<T> =>
  withServer('replaying-server.ts', task, measure);

async function withServer<T>(
  script: string,
  task: BareTask | ReplayTask,
  measure: (url: string) => Promise<T>,
): Promise<T> {
  // advanced serialization keeps dates and buffers
  const server = fork(path.join(import.meta.dirname, script), { execArgv: [], serialization: 'advanced' });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      server.once('message', (message) => resolve(Number(message)));
      server.once('exit', () => reject(new Error('The bare server ended before it was ready.')));
      server.send(task);
    });
    return await measure(`http://127.0.0.1:${port}`);
  } finally {
    if (server.connected) server.disconnect();
  }
}
