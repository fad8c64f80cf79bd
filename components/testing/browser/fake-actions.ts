import fs from 'node:fs';
import type { Plugin } from 'vite';

const declaration = /^export (?:async function|const) (\w+)/gm;

/**
 * Replaces each server action by a mock, as Next replaces it by a request. A test sets its result with
 * `vi.mocked(action)`.
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
