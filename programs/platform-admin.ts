import { findBundle } from './build/platform-bundle.ts';

await import(findBundle('run-platform-admin') ?? './bundled/run-platform-admin.ts');
