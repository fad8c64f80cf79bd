import fs from 'node:fs';
import { packageCommand } from '#programs/base/run-program.ts';
import { buildDeskByCommand } from './build-desk.ts';
import { buildPlatform } from './build-platform.ts';

/** Builds both programs, as far as they are not built from these sources. */
export async function buildPrograms(): Promise<void> {
  await buildPlatform();
  await buildDeskByCommand();
}

/** Bundles the platform where the tool for it is installed. The platform runs without its bundle too. */
export async function bundleForStart(tell: (sentence: string) => void = console.error): Promise<void> {
  if (!fs.existsSync(packageCommand('vite'))) return;
  await buildPlatform().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    tell(`The platform starts from its sources, which takes longer: ${reason}`);
  });
}
