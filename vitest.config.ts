import path from 'node:path';
import { defineConfig } from 'vitest/config';

const serverOnly = { 'server-only': path.resolve(import.meta.dirname, 'node_modules/server-only/empty.js') };

export default defineConfig({
  resolve: { alias: serverOnly },
  test: {
    // most of what a test of a database does is wait: more workers than the two cores of a small machine
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', 'node_modules/**', '.next/**', 'e2e/**'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['**/*.db.test.ts'],
          exclude: ['node_modules/**', '.next/**', 'e2e/**'],
          globalSetup: ['scripts/testing/database-cluster.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
