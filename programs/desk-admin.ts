import { text } from 'node:stream/consumers';
import { runOnce } from './base/run-command.ts';
import { guardDemoCommands } from './demo/demo-place.ts';
import { runDeskCommand } from './desk/desk-commands.ts';

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
