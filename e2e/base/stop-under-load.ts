import http from 'node:http';
import { expect } from '@playwright/test';

interface Asked {
  answers: number;
  /** Unsuccessful responses, and aborted requests. */
  failures: string[];
  /** Whether the last response announced the end of its connection. */
  wasToldOfTheEnd: boolean;
}

/** Sends one request after the other on one connection until the connection is announced to end, or fails. */
async function askUntilTheEnd(url: string, headers: Record<string, string>, hasBegun: () => void): Promise<Asked> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const asked: Asked = { answers: 0, failures: [], wasToldOfTheEnd: false };
  while (!asked.wasToldOfTheEnd && asked.failures.length === 0) {
    await new Promise<void>((resolve) => {
      const request = http.get(url, { agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => {
          asked.answers += 1;
          if (answer.statusCode !== 200) asked.failures.push(String(answer.statusCode));
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
  /** Statuses that are right besides 200, such as that of a platform which reports that it is no longer ready. */
  alsoRight?: readonly string[];
}

/**
 * Stops a program while eight clients ask it one request after the other, and expects each of them to be answered until the
 * client is told of the end.
 */
export async function stopUnderLoad(
  { url, headers = {}, alsoRight = [] }: Load,
  stop: () => Promise<unknown>,
): Promise<void> {
  let begun = 0;
  const underLoad = Promise.withResolvers<void>();
  const hasBegun = () => {
    begun += 1;
    if (begun === 8) underLoad.resolve();
  };
  const clients = Array.from({ length: 8 }, () => askUntilTheEnd(url, headers, hasBegun));
  await Promise.race([underLoad.promise, Promise.any(clients)]);
  await stop();
  for (const { failures, wasToldOfTheEnd } of await Promise.all(clients)) {
    expect([failures.filter((failure) => !alsoRight.includes(failure)), wasToldOfTheEnd], url).toEqual([[], true]);
  }
}
