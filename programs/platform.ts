import { findBundle } from './build/platform-bundle.ts';

await import(findBundle('run-platform') ?? './bundled/run-platform.ts');
