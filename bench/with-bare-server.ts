import { fork } from 'node:child_process';
import path from 'node:path';
import type { BareTask } from './bare-server.ts';

/** Runs a bare server for as long as it is being measured. */
export async function withBareServer<T>(task: BareTask, measure: (url: string) => Promise<T>): Promise<T> {
  const server = fork(path.join(import.meta.dirname, 'bare-server.ts'), { execArgv: [] });
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
