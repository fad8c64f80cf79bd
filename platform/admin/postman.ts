import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { OperatorMistake } from '#platform/services/operator.ts';
import { readUrl } from './sandbox/read-url.ts';

interface Surroundings {
  /** Address of this installation's platform. */
  url: string;
  write: (text: string) => void;
}

const names = ['v2', 'v1', 'export'] as const;

interface Asked {
  interface: (typeof names)[number];
  out?: string;
  platform?: string;
}

/** The command that writes an interface as a collection. It needs no platform to run. */
export function addPostmanCommand(program: Command, { url, write }: Surroundings): void {
  program
    .command('postman')
    .description('Prints an interface as a Postman collection, with an example for each operation.')
    .addOption(new Option('--interface <name>', 'the interface').choices(names).default(names[0]))
    .option('--out <file>', 'file to write; without it the collection is printed')
    .option('--platform <url>', 'address of the platform; without it the one of this installation', readUrl)
    .action(async ({ interface: name, out, platform = url }: Asked) => {
      // no other command loads the routes, from which the collection is made
      const { createCollection } = await import('#platform/http/reference/postman.ts');
      const { references } = await import('#platform/http/reference/references.ts');
      const collection = createCollection(references[name](new Date()), platform.replace(/\/$/, ''));
      const text = `${JSON.stringify(collection, null, 2)}\n`;
      if (out === undefined) return write(text);
      await writeFile(out, text).catch((error: NodeJS.ErrnoException) => {
        throw new OperatorMistake(`${out} cannot be written: ${error.code}.`);
      });
      const operations = collection.item.reduce((sum, { item }) => sum + item.length, 0);
      write(`${JSON.stringify({ file: out, interface: name, operations }, null, 2)}\n`);
    });
}
