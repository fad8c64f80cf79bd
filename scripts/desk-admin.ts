import { text } from 'node:stream/consumers';
import { runDeskCommand } from './desk-commands.ts';
import { runOnce } from './run-command.ts';

await runOnce(() =>
  runDeskCommand(process.argv.slice(2), {
    env: process.env,
    readInput: () => text(process.stdin),
    print: (answer) => void process.stdout.write(answer),
    tell: (sentence) => void process.stderr.write(sentence),
  }),
);
