import { text } from 'node:stream/consumers';
import { runOnce } from '#programs/base/run-command.ts';
import { guardDemoCommands } from '#programs/demo/demo-place.ts';
import { runPlatformCommand } from '#programs/platform/platform-commands.ts';

const argv = process.argv.slice(2);

await runOnce(async () => {
  guardDemoCommands(argv, process.env);
  return runPlatformCommand(argv, {
    env: process.env,
    readInput: () => text(process.stdin),
    write: (answer) => process.stdout.write(answer),
  });
});
