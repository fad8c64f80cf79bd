import { type ResolveFnOutput, registerHooks } from 'node:module';
import './cache-compiled.ts';

// Imported before any program (`--import`). To decide whether a file of drizzle is a module, Node parses drizzle's
// package.json of 180 kB again for each of its hundred files and each of our files that imports one: 200 MB, and a
// second at every start. This hook caches each resolved name, and declares the format of files that import each other.

const found = new Map<string, ResolveFnOutput>();
const isOfDrizzle = (file: string | undefined) => file?.includes('/node_modules/drizzle-orm/') && file.endsWith('.js');

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const { parentURL, conditions } = context;
    if (isOfDrizzle(parentURL) && specifier.startsWith('.')) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('drizzle-orm') || !conditions.includes('import')) return nextResolve(specifier, context);
    const known = found.get(specifier);
    if (known) return { ...known, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    found.set(specifier, resolved);
    return resolved;
  },
});
