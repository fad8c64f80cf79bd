import { text } from 'node:stream/consumers';
import { guardDemoCommands } from './demo-place.ts';
import { runPlatformCommand } from './platform-commands.ts';
import { runOnce } from './run-command.ts';

const argv = process.argv.slice(2);

await runOnce(async () => {
  guardDemoCommands(argv, process.env);
  return runPlatformCommand(argv, {
    env: process.env,
    readInput: () => text(process.stdin),
    write: (answer) => process.stdout.write(answer),
  });
});
