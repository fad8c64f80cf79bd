import { registerHooks } from 'node:module';

// A desk of a bench serves no requests, so it has no use for Next, whose modules only its bundles can import.

const unused: Record<string, string[]> = {
  'next/headers': ['cookies', 'headers'],
  'next/navigation': ['notFound', 'redirect', 'unstable_rethrow'],
};

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const names = unused[specifier];
    if (!names) return nextResolve(specifier, context);
    const url = `data:text/javascript,${names.map((name) => `export const ${name} = undefined;`).join('')}`;
    return { url, format: 'module', shortCircuit: true };
  },
});
