import { buildDesk } from './build-desk.ts';
import { buildPlatform } from './build-platform.ts';

/** Builds both programs, as far as they are not built from these sources. */
export async function buildPrograms(): Promise<void> {
  await buildPlatform();
  await buildDesk();
}
