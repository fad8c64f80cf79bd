import { runOnce } from '#programs/base/run-command.ts';
import { packageCommand, runNode } from '#programs/base/run-program.ts';

await runOnce(() => runNode([packageCommand('@biomejs/biome/bin/biome'), 'check', '--write', '.']));
