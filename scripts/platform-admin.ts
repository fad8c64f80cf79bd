import { text } from 'node:stream/consumers';
import { runPlatformCommand } from './platform-commands.ts';
import { runOnce } from './run-command.ts';

await runOnce(() =>
  runPlatformCommand(process.argv.slice(2), {
    env: process.env,
    readInput: () => text(process.stdin),
    write: (answer) => process.stdout.write(answer),
  }),
);
