import fs from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/** Next's own build uses this tracer, and has it within its package. */
interface Tracer {
  nodeFileTrace(
    entries: string[],
    options: {
      base: string;
      cache: object;
      conditions: string[];
      ignore: string[];
      readFile: (file: string) => Promise<string | Buffer | null>;
    },
  ): Promise<{ fileList: Set<string> }>;
}

const programs = ['desk', 'desk-admin', 'platform', 'platform-admin', 'resolve-drizzle-once'];

/** What Next names in its server, and loads in development or for a build alone. */
const forDevelopment = [
  'node_modules/{@next,@swc/core,typescript}/**',
  'node_modules/**/*.{dev,development}.js',
  'node_modules/next/dist/{docs,server/dev}/**',
  'node_modules/next/dist/compiled/{@babel,@modelcontextprotocol,@next,@vercel/nft,@vercel/og}/**',
  'node_modules/next/dist/compiled/{babel,babel-packages,browserslist,cssnano-simple,next-devtools,react-refresh}/**',
  'node_modules/next/dist/compiled/next-server/*-experimental.*',
  'node_modules/next/dist/compiled/{postcss*,schema-utils*,terser,webpack,*-experimental,*-loader}/**',
];

/** The files under node_modules that the built programs and their commands load, relative to their folder. */
export async function tracePackages(folder: string): Promise<Set<string>> {
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft') as Tracer; // safe because: see above
  const bundle = path.join(folder, '.platform');
  const modules = fs.readdirSync(bundle).filter((name) => name.endsWith('.mjs'));
  const entries = [
    ...programs.map((name) => path.join(folder, 'programs', `${name}.ts`)),
    ...modules.map((name) => path.join(bundle, name)),
  ];
  const found = listedByNext(path.join(folder, '.next'), folder);
  /** Bundles without packages of their own: Next lists what they load, and reading them takes a fifth of the trace. */
  const bundled = new Set([...found].filter((file) => file.startsWith('node_modules/next/dist/compiled/')));
  const cache = {};
  const withFiles = new Set<string>();
  const read = async (file: string) => {
    if (bundled.has(path.relative(folder, file))) return '';
    const content = await readIfFile(file);
    if (content === null || !file.endsWith('.ts')) return content;
    for (const [, name = '', file] of String(content).matchAll(resolvedPackage)) {
      if (file) found.add(path.join('node_modules', name, file));
      else withFiles.add(name);
    }
    return stripTypeScriptTypes(String(content)); // the tracer reads JavaScript alone
  };
  const trace = async (loaded: string[], conditions: string[]) => {
    const options = { base: folder, cache, conditions, ignore: forDevelopment, readFile: read };
    for (const file of (await nodeFileTrace(loaded, options)).fileList) found.add(file);
  };
  await trace(entries, ['node']);
  await trace([path.join(folder, 'programs', 'desk-admin.ts')], ['node', 'react-server']); // as that command runs
  for (const name of withFiles) {
    const place = path.join('node_modules', name);
    const files = fs.readdirSync(path.join(folder, place), { recursive: true, encoding: 'utf8' });
    for (const file of files) found.add(path.join(place, file));
  }
  return new Set([...found].filter((file) => file.startsWith(`node_modules${path.sep}`)));
}

/** A package of which a program reads files that are no modules, or the only file of it. */
const resolvedPackage = /import\.meta\.resolve\(['"`]((?:@[\w-]+\/)?\w[\w.-]*)(?:\/([\w./-]+)['"])?/g;

async function readIfFile(file: string): Promise<Buffer | null> {
  try {
    return await fs.promises.readFile(file);
  } catch (error) {
    // the tracer asks for files that may be there
    if (error instanceof Error && 'code' in error && ['ENOENT', 'EISDIR'].includes(String(error.code))) return null;
    throw error;
  }
}

function listedByNext(build: string, folder: string): Set<string> {
  const names = fs.readdirSync(build, { recursive: true, encoding: 'utf8' });
  const lists = names.filter((name) => name.endsWith('.nft.json')).map((name) => path.join(build, name));
  return new Set(
    lists.flatMap((list) => {
      const { files } = JSON.parse(fs.readFileSync(list, 'utf8')) as { files: string[] }; // safe because: Next wrote it
      return files.map((file) => path.relative(folder, path.resolve(path.dirname(list), file)));
    }),
  );
}
