/** Next calls this once, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { readEnv } = await import('#lib/server/base/env.ts');
  const { startDesk } = await import('#lib/server/composition/start.ts');
  const { leaveStartedDesk } = await import('#lib/server/base/desk-context.ts');
  const { createLog } = await import('#lib/server/log/log.ts');
  const { quietErrors } = await import('#lib/server/base/quiet-errors.ts');
  if (process.env.NODE_ENV === 'production') quietErrors(createLog());
  await startDesk(readEnv()).catch((failure: unknown) => leaveStartedDesk({ failure }));
}
