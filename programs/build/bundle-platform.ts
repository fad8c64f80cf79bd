import path from 'node:path';
import { build } from 'vite';
import { root } from '#programs/base/run-program.ts';
import { bundled, bundleFolder } from './platform-bundle.ts';

const sourceOf = (name: string) => path.join(root, 'programs', 'bundled', `${name}.ts`);

await build({
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
