import http from 'node:http';
import { expect, test } from '#e2e/base/fixtures.ts';

// the screen notices that its desk has stopped
test.use({ allowedConsoleError: /./ });

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

test('a desk and a platform that are stopped under load answer every request, with a screen open', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const list = `${stack.deskUrl}/api/desk/presence?locationId=${await stack.findLocation()}`;
  for (const [program, url, headers] of [
    ['desk', list, { cookie }],
    ['platform', `${stack.platformUrl}/ready`, {}],
  ] as const) {
    let begun = 0;
    const underLoad = Promise.withResolvers<void>();
    const hasBegun = () => {
      begun += 1;
      if (begun === 8) underLoad.resolve();
    };
    const windows = Array.from({ length: 8 }, () => askUntilTheEnd(url, { ...headers }, hasBegun));
    await Promise.race([underLoad.promise, Promise.any(windows)]);
    const child = stack.programs()[program];
    await child?.stop();
    const outcomes = await Promise.all(windows);
    const [last] = program === 'platform' ? ['503'] : [];
    for (const { failures, wasToldOfTheEnd } of outcomes) {
      // a stopping platform reports that it is not ready
      expect([program, failures.filter((failure) => failure !== last), wasToldOfTheEnd]).toEqual([program, [], true]);
    }
    expect(await child?.ended).toBe(0);
  }
  await stack.killDesk();
  await stack.killPlatform();
  await stack.startPlatform();
  await stack.startDesk();
});
