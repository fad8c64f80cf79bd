import http from 'node:http';
import { expect } from '@playwright/test';

interface Asked {
  answers: number;
  /** Responses that are not right, and aborted requests. */
  failures: string[];
  /** Whether the last response announced the end of its connection, or it ended while a process stood still: see `longestQuietMs`. */
  hasEnded: boolean;
}

/**
 * How long a stopping program keeps a connection without a request open (`quietMs` of `platform/drain.ts`). If a busy machine lets program
 * or client stand still for longer, the end of the connection may overtake the next request, of which the program then knows nothing.
 */
const longestQuietMs = 500;

/** Sends one request after the other on one connection until the connection is announced to end, or fails. */
async function askUntilTheEnd({ url, headers = {}, alsoRight = [] }: Load, hasBegun: () => void): Promise<Asked> {
  const right = ['200', ...alsoRight];
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const asked: Asked = { answers: 0, failures: [], hasEnded: false };
  let sentAt = performance.now();
  while (!asked.hasEnded && asked.failures.length === 0) {
    const formerAt = sentAt;
    sentAt = performance.now();
    await new Promise<void>((resolve) => {
      const request = http.get(url, { agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          asked.answers += 1;
          const status = String(answer.statusCode);
          if (!right.includes(status)) asked.failures.push(status);
          asked.hasEnded = answer.headers.connection === 'close';
          resolve();
        });
        answer.on('error', (error) => {
          asked.failures.push(error.message);
          resolve();
        });
      });
      request.on('error', (error) => {
        // before any answer to it
        asked.hasEnded = request.reusedSocket && performance.now() - formerAt > longestQuietMs;
        if (!asked.hasEnded) asked.failures.push(error.message);
        resolve();
      });
    });
    if (asked.answers === 5) hasBegun();
  }
  agent.destroy();
  return asked;
}

interface Load {
  url: string;
  headers?: Record<string, string>;
  /** Statuses that are right besides 200, such as that of a platform which reports that it is not ready: a busy one may say so before, too. */
  alsoRight?: readonly string[];
}

/**
 * Stops a program while eight clients ask it one request after the other, and expects each of them to be answered until the
 * client is told of the end.
 */
export async function stopUnderLoad(load: Load, stop: () => Promise<unknown>): Promise<void> {
  let begun = 0;
  const underLoad = Promise.withResolvers<void>();
  const hasBegun = () => {
    begun += 1;
    if (begun === 8) underLoad.resolve();
  };
  const clients = Array.from({ length: 8 }, () => askUntilTheEnd(load, hasBegun));
  await Promise.race([underLoad.promise, Promise.any(clients)]);
  await stop();
  for (const { failures, hasEnded } of await Promise.all(clients)) {
    expect([failures, hasEnded], load.url).toEqual([[], true]);
  }
}
