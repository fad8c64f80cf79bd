import fs from 'node:fs';
import type { Plugin } from 'vite';

const declaration = /^export (?:async function|const) (\w+)/gm;

/**
 * Puts a mock in the place of each server action, as Next puts a call of the server there: a test says by
 * `vi.mocked(action)` what the desk answers.
 */
export function fakeActions(): Plugin {
  return {
    name: 'fake-actions',
    enforce: 'pre',
    load(id) {
      const [file = ''] = id.split('?');
      if (!/\.tsx?$/.test(file) || file.includes('/node_modules/') || !fs.existsSync(file)) return null;
      const code = fs.readFileSync(file, 'utf8');
      if (!code.startsWith("'use server'")) return null;
      const names = Array.from(code.matchAll(declaration), ([, name]) => name);
      return ["import { vi } from 'vitest';", ...names.map((name) => `export const ${name} = vi.fn();`)].join('\n');
    },
  };
}
