/** Next calls this once, before the first request. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next replaces this name when it builds, so that the edge build leaves the rest out
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const [{ readEnv }, { startDesk }] = await Promise.all([import('#lib/env.ts'), import('#lib/desk/start.ts')]);
  await startDesk(readEnv());
}
