import http from 'node:http';
import { expect } from '@playwright/test';

interface Asked {
  answers: number;
  /** Responses that are not right, and aborted requests. */
  failures: string[];
  /** Whether the last response announced the end of its connection. */
  wasToldOfTheEnd: boolean;
}

/** Sends one request after the other on one connection until the connection is announced to end, or fails. */
async function askUntilTheEnd({ url, headers = {}, alsoRight = [] }: Load, hasBegun: () => void): Promise<Asked> {
  const right = ['200', ...alsoRight];
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const asked: Asked = { answers: 0, failures: [], wasToldOfTheEnd: false };
  while (!asked.wasToldOfTheEnd && asked.failures.length === 0) {
    await new Promise<void>((resolve) => {
      const request = http.get(url, { agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          asked.answers += 1;
          const status = String(answer.statusCode);
          if (!right.includes(status)) asked.failures.push(status);
          asked.wasToldOfTheEnd = answer.headers.connection === 'close';
          resolve();
        });
        answer.on('error', (error) => {
          asked.failures.push(error.message);
          resolve();
        });
      });
      request.on('error', (error) => {
        asked.failures.push(error.message);
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
  for (const { failures, wasToldOfTheEnd } of await Promise.all(clients)) {
    expect([failures, wasToldOfTheEnd], load.url).toEqual([[], true]);
  }
}
