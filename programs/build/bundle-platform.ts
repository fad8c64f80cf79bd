import path from 'node:path';
import { build } from 'vite';
import { root } from '#programs/base/run-program.ts';
import { bundled, bundleFolder, modulesOfOtherSources } from './platform-bundle.ts';

const sourceOf = (name: string) => path.join(root, 'programs', 'bundled', `${name}.ts`);

const built = await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  // native code finds its files beside its package
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'sharp'] },
  build: {
    ssr: true,
    outDir: bundleFolder,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(bundled.map((name) => [name, sourceOf(name)])),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});

const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
const unwatched = modulesOfOtherSources(outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
if (unwatched.length > 0) throw new Error(`Name in platformSources what else is bundled: ${unwatched.join(', ')}.`);
