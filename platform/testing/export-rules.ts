import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { createPlatformSeal } from '#platform/base/seal.ts';
import { createDiskStore } from '#platform/services/exports/files/disk-store.ts';
import type { ExportRules } from '#platform/services/exports/rules.ts';

/** Folder of a test's files. It is created with the first file. */
export const exportFolder = path.join(os.tmpdir(), `front-desk-exports-${randomUUID()}`);

export const exportRules: ExportRules = {
  seal: createPlatformSeal('what the data export of a test works with'),
  publicUrl: 'https://platform.example.org',
  store: createDiskStore(exportFolder),
};
