import type { FileStore } from '#platform/services/exports/file-store.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store, type S3Settings } from './s3-store.ts';

export const openFileStore = (settings: { folder: string } | S3Settings): FileStore =>
  'folder' in settings ? createDiskStore(settings.folder) : createS3Store(settings);
