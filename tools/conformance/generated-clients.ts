import fs from 'node:fs';
import path from 'node:path';
import type { InterfaceName } from './interface-names.ts';
import { runTool } from './run-tool.ts';
import type { Tools } from './tools.ts';

const programs = path.join(import.meta.dirname, 'clients');

/**
 * As strict as a program can be, except for `exactOptionalPropertyTypes`, which hey-api's own runtime does not pass.
 */
const compilerOptions = {
  target: 'ES2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  outDir: 'out',
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  noUnusedLocals: false,
  skipLibCheck: false,
  rootDir: '.',
};

/** Generates three clients of a document, beside the programs that use them, in the folder of the installed tools. */
export async function generateClients(
  tools: Tools,
  document: object,
  baseUrl: string,
  folder: string,
  name: InterfaceName,
): Promise<void> {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const write = (file: string, content: string) => fs.writeFileSync(path.join(folder, file), content);
  write('document.json', JSON.stringify(document));
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['.'], exclude: ['out', '*.mjs'] }));
  const output = { target: './orval/client.ts', client: 'fetch', baseUrl };
  write('orval.config.mjs', `export default ${JSON.stringify({ api: { input: './document.json', output } })};\n`);
  await runTool(tools, 'openapi-typescript/bin/cli.js', folder, ['document.json', '--output', 'schema.d.ts']);
  await runTool(tools, 'orval/dist/bin/orval.mjs', folder, ['--config', 'orval.config.mjs']);
  const toHeyApi = [
    '--input',
    'document.json',
    '--output',
    'hey-api',
    '--client',
    '@hey-api/client-fetch',
    '--no-log-file',
  ];
  await runTool(tools, '@hey-api/openapi-ts/bin/run.js', folder, toHeyApi);
  fs.copyFileSync(path.join(programs, 'given.ts'), path.join(folder, 'given.ts'));
  fs.cpSync(path.join(programs, name), folder, { recursive: true });
}

/** @returns the compiler's errors, one per line */
export async function compileClients(tools: Tools, folder: string): Promise<string[]> {
  const said = await runTool(tools, 'typescript/bin/tsc', folder, ['--project', '.', '--pretty', 'false'], [0, 1, 2]);
  return said.split('\n').filter((line) => /error TS\d+/.test(line));
}

/** Every operation must have a function, or a type, of its name in each client. */
export function findMissingFunctions(folder: string, operationIds: string[]): string[] {
  const generated = {
    'use-openapi-fetch': 'schema.d.ts',
    'use-orval': 'orval/client.ts',
    'use-hey-api': 'hey-api/sdk.gen.ts',
  };
  return Object.entries(generated).flatMap(([program, file]) => {
    const code = fs.readFileSync(path.join(folder, file), 'utf8').toLowerCase();
    return operationIds
      .filter((id) => !new RegExp(`\\b${id.toLowerCase()}\\b`).test(code))
      .map((id) => `${program} has nothing for ${id}`);
  });
}
