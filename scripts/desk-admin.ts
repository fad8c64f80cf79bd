import { text } from 'node:stream/consumers';
import { guardDemoCommands } from './demo-place.ts';
import { runDeskCommand } from './desk-commands.ts';
import { runOnce } from './run-command.ts';

const argv = process.argv.slice(2);

await runOnce(async () => {
  guardDemoCommands(argv, process.env);
  return runDeskCommand(argv, {
    env: process.env,
    readInput: () => text(process.stdin),
    print: (answer) => void process.stdout.write(answer),
    tell: (sentence) => void process.stderr.write(sentence),
  });
});
