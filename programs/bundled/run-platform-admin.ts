import { text } from 'node:stream/consumers';
import { runAbortable, runOnce } from '#programs/base/run-command.ts';
import { guardDemoCommands } from '#programs/demo/demo-place.ts';
import { runPlatformCommand } from '#programs/platform/platform-commands.ts';

const argv = process.argv.slice(2);

const runCommand = (signal?: AbortSignal) => {
  guardDemoCommands(argv, process.env);
  return runPlatformCommand(argv, {
    env: process.env,
    readInput: () => text(process.stdin),
    write: (answer) => process.stdout.write(answer),
    ...(signal && { signal }),
  });
};

await (argv[0] === 'listen' ? runAbortable(runCommand) : runOnce(async () => runCommand()));
