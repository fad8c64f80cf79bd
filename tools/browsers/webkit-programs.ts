import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#programs/base/free-ports.ts';
import type { WebKitPaths } from './webkit.ts';

const startsWithinMs = 15_000;
const lookEveryMs = 50;

interface WebKitPrograms {
  /** The URL of WebDriver. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a display, and the program that opens the browser on it and speaks WebDriver. */
export async function startWebKitPrograms(paths: WebKitPaths, isDark: boolean): Promise<WebKitPrograms> {
  const display = await startDisplay(paths.display);
  const port = await findFreePort();
  const service = spawn(paths.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: display.name,
      LANG: 'C.UTF-8',
      LANGUAGE: 'en_GB',
      LIBGL_ALWAYS_SOFTWARE: '1',
      GTK_THEME: isDark ? 'Adwaita:dark' : 'Adwaita',
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    for (const program of [service, display.program]) await ended(program);
  };
  try {
    await answersAt(`${url}/status`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function startDisplay(path: string): Promise<{ name: string; program: ChildProcess }> {
  const program = spawn(path, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    program.on('error', reject);
    program.on('exit', () => reject(new Error('Xvfb ended before it had a display.')));
    program.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return { name: `:${number}`, program };
}

async function answersAt(url: string): Promise<void> {
  const endsAt = Date.now() + startsWithinMs;
  for (;;) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (Date.now() > endsAt) throw new Error('WebKitWebDriver does not answer.');
    await sleep(lookEveryMs);
  }
}

function ended(program: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (program.exitCode !== null || program.signalCode !== null) return resolve();
    program.once('exit', () => resolve());
    program.kill();
  });
}
