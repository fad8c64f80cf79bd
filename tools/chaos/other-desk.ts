import type { ChildProgram } from '#programs/base/child-program.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { startDesk } from '#programs/demo/demo.ts';
import { openProgramDatabase } from '#programs/postgresql/program-database.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import type { Stack } from '#tools/testing/stack.ts';
import type { Life } from './programs.ts';

interface OtherDesk extends Life {
  url: string;
  stop(): Promise<void>;
}

/** A second process of the desk, on the database of the first and with the same public URL. */
export async function openOtherDesk(stack: Stack, environment: Record<string, string>): Promise<OtherDesk> {
  const port = await findFreePort();
  let child: ChildProgram | undefined;
  const start = async () => {
    child ??= await startDesk(
      {
        ...ownSurroundings(),
        ...environment,
        DATA_DIR: stack.dataDir,
        PORT: String(port),
        DESK_URL: stack.deskUrl,
        DESK_DATABASE_URL: await findDatabaseUrl(stack),
      },
      'programs/desk.ts',
    );
  };
  await start();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    healthUrl: `${url}/ready`,
    start,
    kill: async () => {
      await child?.kill();
      child = undefined;
    },
    child: () => child,
    stop: async () => child?.stop(),
  };
}

async function findDatabaseUrl(stack: Stack): Promise<string> {
  const database = await openProgramDatabase('desk', stack.dataDir, 'share', ownSurroundings());
  await database.stop();
  return database.url;
}
