import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { runDeskAdmin } from '#lib/desk/admin/main.ts';
import { readAdminEnv } from '#lib/env.ts';
import { readDemoState } from './demo-state.ts';
import { openProgramDatabase } from './embedded-database.ts';
import { readLaunchSettings } from './launch-settings.ts';
import { runOnce } from './run-command.ts';

await runOnce(async () => {
  const { dataDir } = readLaunchSettings();
  const database = await openProgramDatabase('desk', dataDir, 'share');
  const secret = process.env.DESK_SECRET || readDemoState(dataDir)?.deskSecret;
  try {
    return await runDeskAdmin(process.argv.slice(2), {
      readEnv: () =>
        readAdminEnv({
          DESK_SECRET: secret,
          DESK_SECRET_PREVIOUS: process.env.DESK_SECRET_PREVIOUS,
          DESK_DATABASE_URL: database.url,
          DESK_URL: process.env.DESK_URL,
          HOST: process.env.HOST,
          PORT: process.env.PORT,
        }),
      readInput: () => text(process.stdin),
      readFile: (file) => readFile(file, 'utf8'),
      // it names members by their ids
      writeFile: async (file, pieces) => {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await writeFile(file, pieces, { mode: 0o600 });
      },
      print: (answer) => void process.stdout.write(answer),
      tell: (sentence) => void process.stderr.write(sentence),
    });
  } finally {
    await database.stop();
  }
});
