import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { openMetricsServer } from '#programs/base/metrics-server.ts';
import type { Running } from '#programs/base/run-command.ts';
import { openProgramDatabase } from '#programs/postgresql/program-database.ts';
import { watchVersion } from '#shared/database/watch-version.ts';
import { keepPlatformSecret } from './platform-secret.ts';

/** Starts the platform in this process, on its embedded database unless PLATFORM_DATABASE_URL names another. */
export async function startPlatformProgram(): Promise<Running> {
  const loading = import('#platform/main.ts'); // while its database starts
  loading.catch(() => {}); // reported where it is awaited
  const { dataDir } = readLaunchSettings();
  const database = await openProgramDatabase('platform', dataDir, 'own');
  try {
    const { startPlatform } = await loading;
    const platform = await startPlatform({
      ...process.env,
      PLATFORM_DATABASE_URL: database.url,
      PLATFORM_SECRET: process.env.PLATFORM_SECRET || keepPlatformSecret(dataDir),
    });
    const metrics = await openMetricsServer('PLATFORM_METRICS_PORT', platform.metrics).catch(async (error) => {
      await platform.stop();
      throw error;
    });
    console.log(`Platform ready at ${platform.url}`);
    // a parent process shows the link to the user instead, because this secret must not reach a log
    if (!process.send && platform.ownerLink)
      console.log(`Owner’s console of the demo gym, once: ${platform.ownerLink}`);
    process.send?.({ ready: platform.url, ownerLink: platform.ownerLink });
    const version = watchVersion({ program: 'platform', readReadiness: platform.readReadiness });
    return {
      ended: Promise.race([database.ended, version.ended]),
      stop: async () => {
        version.stop();
        await metrics.close();
        await platform.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
