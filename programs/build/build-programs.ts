import { buildDesk } from './build-desk.ts';
import { buildPlatform } from './build-platform.ts';

/** Builds both programs, as far as they are not built from these sources. */
export async function buildPrograms(): Promise<void> {
  await buildPlatform();
  await buildDesk();
}

/** The same before a start: the platform runs without its bundle too. */
export async function buildForStart(tell: (sentence: string) => void = console.error): Promise<void> {
  await buildPlatform().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    tell(`The platform starts from its sources, which takes longer: ${reason}`);
  });
  await buildDesk();
}
